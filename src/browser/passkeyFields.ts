import { safeDocument } from './safeDocument.ts'

/** Fields for passkey autofill (HTML, section 4.10.18.7: `webauthn`). */
const FIELD = 'input[autocomplete*=webauthn]'

/** Returns whether `root` contains such a field, even inside open shadow roots. */
export const hasPasskeyField = (root: ParentNode): boolean =>
  !!root.querySelector(FIELD) || [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && hasPasskeyField(shadowRoot))

/**
 * Resolves when the visitor focuses, types into or presses such a field in `root`, when they return
 * to this tab, or when `signal` aborts.
 */
export const turnedToPasskeyField = (root: Node, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const end = () => (over.abort(), resolve())
    const hear = (event: Event) => (event.composedPath()[0] as Element).matches?.(FIELD) && end()
    for (const touch of ['focusin', 'keydown', 'pointerdown']) root.addEventListener(touch, hear, over)
    safeDocument.addEventListener('visibilitychange', () => safeDocument.visibilityState === 'visible' && end(), over)
    signal?.addEventListener('abort', end, over)
    if (signal?.aborted) end()
  })
