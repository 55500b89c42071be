/**
 * Runs `work`, which must be synchronous, while `Object.prototype` has nothing that a script has
 * added. Preact reads such names as attributes and styles of every element, where a name could end
 * a rule.
 */
export const withoutPollution = <Result>(work: () => Result): Result => {
  const pollution = Object.entries(Object.getOwnPropertyDescriptors(Object.prototype)).filter(
    ([, { enumerable, configurable }]) => enumerable && configurable,
  )
  for (const [name] of pollution) Reflect.deleteProperty(Object.prototype, name)
  try {
    return work()
  } finally {
    for (const [name, descriptor] of pollution) Object.defineProperty(Object.prototype, name, descriptor)
  }
}
