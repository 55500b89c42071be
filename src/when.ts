/** Mounts a widget, with what has to be done before and after it. */
export type Around = (mount: () => void) => void

/**
 * Waits for the moment that the script tag's `data-when` names, of which most pages need none: when the browser is idle, or `place` comes into view or is
 * clicked. Any value that is not known is `load`, which is at once.
 */
export async function moment(when: string, place: HTMLElement): Promise<Around> {
  const clicked = when === 'click'
  const stop = new AbortController()
  let asked = false
  await new Promise<unknown>((now) => {
    // Safari has no requestIdleCallback
    if (when === 'idle') (self.requestIdleCallback || setTimeout)(now)
    else if (when === 'visible') new IntersectionObserver(([entry]) => entry!.isIntersecting && now(0)).observe(place)
    else if (clicked) {
      const ask = (event: MouseEvent) => {
        // a link in it is for visitors without scripts, or without a widget that comes; the second half of a double click asks for neither
        if (!asked || event.detail > 1) event.preventDefault()
        asked = true
        now(0)
      }
      place.addEventListener('click', ask, stop)
    } else now(0)
  })
  return (mount) => {
    stop.abort()
    // what was clicked makes room, and the focus, which was in it, stays in its place
    if (clicked) place.replaceChildren()
    mount()
    if (clicked) Object.assign(place, { tabIndex: -1 }).focus()
  }
}
