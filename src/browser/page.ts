/**
 * What the mounts and clients of one page share, whichever copy of Latchkey they come from: spent tokens, the passkey ceremony under way, the
 * second-client warning.
 * Behind one registered symbol, as a page may load two builds.
 */
export interface Page {
  /** Log-in tokens this page has spent or is spending, and the answer of each (wire.md row 27). */
  spent: Map<string, Promise<unknown>>
  /** The one being spent right now: its token has left the address, so a second mount finds it here. */
  spending?: Promise<unknown>
  /** The passkey prompt that is open, or the autofill that waits: at most one a page (quality.md, Passkeys and wallets). */
  ceremony?: { abort(): void; end(): void; settled: Promise<unknown>; autofill: boolean }
  /** Third parties' scripts, by address (wire.md row 32); made with the first. */
  scripts?: Map<string, Promise<void>>
  /** The Trusted Types policy of that name, which a page may make but once. */
  policy?: { createScriptURL(url: string): string }
  /** How many clients there are for each public token. */
  clients: Map<string, number>
  /** By name, what was written as a cookie and not taken, and what could be read in its place: the one before it, which the browser kept. */
  cookies?: Map<string, [value: string, old?: string]>
  /** What clients of one session share, by what makes it one (`client/joinSession.ts`). */
  sessions?: Map<string, unknown>
  /** The numbers of the widgets on the page: the first carries the stable ids, later ones suffix theirs (row 34). */
  widgets: Set<number>
}

const key = Symbol.for('latchkey')

/** The page's shared record, made at the first use. */
export const page = (): Page => {
  const holder = window as unknown as Record<symbol, Page | undefined>
  return (holder[key] ??= { spent: new Map(), clients: new Map(), widgets: new Set() })
}
