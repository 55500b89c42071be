import { safeDocument } from '../browser/safeDocument.ts'
import type { Core } from '../client/core.ts'
import type { AnyClientOptions } from '../client/options.ts'

/** The options of the script tag's client. */
export interface TagOptions extends AnyClientOptions {
  /** The selector of the element that the tag mounts in, and the function that does so. */
  place?: [selector: string, mount: () => void]
}

/**
 * Mounts the widget of the script tag again when its place comes back: a router has shown another
 * page in between, or has put a new copy of the page there, and does not run the tag again. A place
 * that stays and that the host has emptied stays empty.
 */
export function watchPlace({ options, ended }: Core): void {
  const { place } = options as TagOptions
  if (!place) return
  const [selector, mount] = place
  const find = () => safeDocument.querySelector(selector)
  let last = find()
  const observer = new MutationObserver(() => {
    const now = find()
    if (now === last) return
    last = now
    if (now) mount()
  })
  observer.observe(document, { childList: true, subtree: true })
  ended.addEventListener('abort', () => observer.disconnect())
}
