/** Mounts a widget, with what has to be done before and after it. */
export type Around = (mount: () => void) => void

/**
 * Waits for the moment that the script tag's `data-when` names, of which most pages need none: when the browser is idle, or `place` comes into view or is
 * clicked. Any value that is not known is `load`, which is at once.
 */
export async function moment(when: string, place: HTMLElement): Promise<Around> {
  const clicked = when === 'click'
  await new Promise<unknown>((now) => {
    // Safari has no requestIdleCallback
    if (when === 'idle') (self.requestIdleCallback || setTimeout)(now)
    else if (when === 'visible') new IntersectionObserver(([entry]) => entry!.isIntersecting && now(0)).observe(place)
    // a link in it is for visitors without scripts
    else if (clicked) place.addEventListener('click', (event) => now(event.preventDefault()))
    else now(0)
  })
  return (mount) => {
    // what was clicked makes room, and the focus, which was in it, stays in its place
    if (clicked) place.replaceChildren()
    mount()
    if (clicked) Object.assign(place, { tabIndex: -1 }).focus()
  }
}
