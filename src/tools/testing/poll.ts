/** Time between two looks at the emulator, in ms. */
const EVERY = 25

/**
 * Asks until there is an answer, for at most `limit` ms. Resolves with undefined if there is none
 * by then.
 */
export const poll = async <Answer>(ask: () => Promise<Answer | undefined>, limit: number): Promise<Answer | undefined> => {
  const end = Date.now() + limit
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || Date.now() >= end) return answer
    await new Promise((resolve) => setTimeout(resolve, EVERY))
  }
}
