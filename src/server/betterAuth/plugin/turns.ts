/**
 * Creates a function that lets so many calls run at once, keeps `longest` others waiting and throws
 * what `refusal` creates for the rest. A check of a password takes a core for a while, so a few of
 * them at once would stop the server for everybody.
 */
export const atMost = (most: number, longest: number, refusal: () => Error) => {
  let running = 0
  const waiting: (() => void)[] = []
  return <Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (waiting.length >= longest) throw refusal()
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await run(...given)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    }
}

/** Creates a function that runs one call after another for each key. */
export const oneAtATime = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
