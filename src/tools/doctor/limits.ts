/** How long the doctor waits, in ms. docs/guides/doctor.md has these figures. */
export const limits = {
  /** For the page's HTML. */
  page: 30_000,
  /** For the widget's first control, while the page still loads something. */
  widget: 15_000,
  /** For a page to be quiet: no request, and nothing new. */
  quiet: 1_000,
  /**
   * For a page to be quiet before it counts as one without a widget: a development server can be
   * slow.
   */
  absence: 3_000,
  /** For each step after that: a call, a log-in, another tab. */
  step: 5_000,
  /** For a message after a failed call, which is already answered. */
  message: 1_000,
} as const

const POLL = 100

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Asks until the answer is truthy, and resolves with it; with undefined when the time is up. An
 * answer that rejects counts as none: the page may be between two documents.
 */
export const waitFor = async <Answer>(ask: () => Answer | Promise<Answer>, limit: number = limits.step): Promise<Answer | undefined> => {
  for (const end = Date.now() + limit; ; await rest(POLL)) {
    try {
      const answer = await ask()
      if (answer) return answer
    } catch {}
    if (Date.now() > end) return undefined
  }
}
