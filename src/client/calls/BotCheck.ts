/** Gets what shows a host's own server that a visitor is no bot. */
export interface BotCheck {
  /**
   * Fetches what the next proof needs, and does its work if there is any. `parent` is the element
   * in which a vendor may show a challenge.
   */
  prepare(parent?: Element | null): void
  /**
   * Resolves with a proof that has not been used. What a vendor shows goes when `signal` aborts.
   * @throws an error of code `captcha_required` if the page cannot get one, or that of the call for
   * a challenge
   */
  proof(signal?: AbortSignal): Promise<string>
}
