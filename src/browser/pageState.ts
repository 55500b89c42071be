/**
 * The state that all mounts and clients on a page share: spent tokens, the current passkey
 * ceremony, the number of clients. It is stored under a registered symbol, so that two builds of
 * Latchkey on one page share it too.
 */
export interface PageState {
  /**
   * The log-in tokens that this page has spent or is spending, with the answer to each
   * (docs/decisions/tokens-in-urls-are-spent-once.md).
   */
  spent: Map<string, Promise<unknown>>
  /**
   * The log-in that is under way. Its token is no longer in the URL, so a second mount finds it
   * here.
   */
  spending?: Promise<unknown>
  /**
   * The passkey ceremony that is open or waits, at most one per page
   * (docs/decisions/README.md#one-passkey-ceremony-at-a-time).
   */
  ceremony?: { abort(): void; end(): void; settled: Promise<unknown>; mode: 'prompt' | 'immediate' | 'autofill' | 'upgrade' }
  /**
   * The number of passkeys that are being created: the device may have them, and the provider does
   * not know them yet.
   */
  creating?: number
  /** What the browser says that it can do with passkeys. It is asked once. */
  passkeyAbilities?: Promise<{ conditionalCreate?: unknown; immediateGet?: unknown } | undefined>
  /** The third-party scripts that were loaded, by URL. */
  scripts?: Map<string, Promise<void>>
  /** The Trusted Types policy `latchkey`. A page can create it only once. */
  policy?: { createScriptURL(url: string): string }
  /** The number of clients for each public token. */
  clients: Map<string, number>
  /**
   * Cookies that the browser did not accept, by name: the value that was written, and the older
   * value that the browser kept.
   */
  cookies?: Map<string, [value: string, old?: string]>
  /** What the clients of one session share (`client/session/shared.ts`). */
  sessions?: Map<string, unknown>
  /**
   * The numbers of the widgets on the page. The first widget has the stable ids; later ones append
   * their number (docs/decisions/README.md#elements-and-ids-of-a-mount).
   */
  widgets: Set<number>
}

const key = Symbol.for('latchkey')

/** Returns the shared state of the page, and creates it at the first use. */
export const pageState = (): PageState => {
  const holder = window as unknown as Record<symbol, PageState | undefined>
  return (holder[key] ??= { spent: new Map(), clients: new Map(), widgets: new Set() })
}
