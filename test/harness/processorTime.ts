/**
 * Milliseconds of processor time that some work takes. On a busy machine it lasts longer than that,
 * and so a test that forbids slow code does not look at the clock.
 */
export const processorTime = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
