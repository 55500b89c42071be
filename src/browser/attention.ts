import { inForeignFrame } from './foreignFrame.ts'

/**
 * Whether the visitor sees this page and means it with what they press. Another site can open a
 * window in front of a page, let the visitor press twice, and close it in between, so that the
 * second press lands on the page (double-clickjacking). No policy prevents that, because nothing is
 * framed.
 */

/**
 * How long the page has to be in front before a press counts, in ms. Nobody reads a question
 * faster.
 */
const SEEN_AFTER = 500

interface Watch {
  /** Returns the time until a press counts, in ms. Infinity while another window is in front. */
  wait(): number
  /**
   * Returns whether the pointer or a key was here since, and a press that comes now has begun here,
   * late enough.
   */
  takePress(): boolean
}

let watch: Watch | undefined

/**
 * Returns the window that has to be in front: the page that is on top, because a frame in a page of
 * this site has the focus only after a press. Within another site's page, it is the frame.
 */
const top = (): Window => (inForeignFrame() ? window : window.top!)

// the members of the prototype, because an element with the name `hasFocus` hides the document's
// own (HTML, section 3.1.5)
const isInFront = () => {
  const { document } = top()
  return Reflect.get(Document.prototype, 'visibilityState', document) === 'visible' && Document.prototype.hasFocus.call(document)
}

/** What may bring the page to the front, or another one. */
const frontEvents = ['focus', 'blur', 'visibilitychange']

/** Begins to watch, once for the page. */
const start = (): Watch => {
  let since: number | undefined
  let isActive = false
  // Whether what is pressed was so before a press counts. A key that is held goes on pressing the
  // button that has the focus, and a link can give it the focus by its id.
  let isEarly = false
  const look = () => {
    if (!isInFront()) since = undefined
    else if (since === undefined) {
      since = performance.now()
      isActive = false
    }
  }
  const wait = () => {
    look()
    return since === undefined ? Infinity : Math.max(0, SEEN_AFTER - (performance.now() - since))
  }
  for (const type of frontEvents) top().addEventListener(type, look, true)
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'click'])
    addEventListener(
      type,
      (event) => {
        // a press by a screen reader has no other event and no `detail`; that of a pointer has
        // begun elsewhere if it has no other event
        if (type !== 'click' || !(event as UIEvent).detail) isActive = true
        if (/down/.test(type)) isEarly = (event as KeyboardEvent).repeat || wait() > 0
      },
      true,
    )
  look()
  return {
    wait,
    takePress() {
      const counts = wait() === 0 && isActive && !isEarly
      // not for ever: the next press of a screen reader has no other event
      isEarly = false
      return counts
    },
  }
}

/**
 * Returns the time until a press counts, in ms; Infinity while another window is in front. The
 * first call begins to watch.
 */
export const timeUntilSeen = (): number => (watch ??= start()).wait()

/**
 * Returns whether a press counts. One that a script makes does: a script of this page needs no
 * press.
 */
export const isMeant = (event: { isTrusted: boolean }): boolean => !event.isTrusted || (watch ??= start()).takePress()

/**
 * Resolves when the page was in front for long enough. For a code that the visitor has typed, which
 * is sent without a press.
 */
export const untilSeen = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      const wait = timeUntilSeen()
      if (wait > 0) setTimeout(look, Math.min(wait, SEEN_AFTER))
      else resolve()
    }
    look()
  })

/** Calls back when the page may have come to the front or left it, until the result is called. */
export function onFrontChange(look: () => void): () => void {
  const over = new AbortController()
  for (const type of frontEvents) top().addEventListener(type, look, { capture: true, signal: over.signal })
  return () => over.abort()
}
