/** Mounts a widget, together with what must happen before and after it. */
export type RunMount = (mount: () => void) => void

/**
 * Waits for the moment that `data-when` of the script tag names, which most pages do not use: when
 * the browser is idle, or when `place` comes into view or is clicked. Any unknown value means
 * `load`, which is at once.
 */
export async function moment(when: string, place: HTMLElement): Promise<RunMount> {
  const clicked = when === 'click'
  const stop = new AbortController()
  let hasBegun = false
  await new Promise<unknown>((now) => {
    // Safari has none, and an element with that id could be there instead
    if (when === 'idle') (typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout)(now)
    else if (when === 'visible') new IntersectionObserver(([entry]) => entry!.isIntersecting && now(0)).observe(place)
    else if (clicked) {
      const ask = (event: MouseEvent) => {
        // A link in the element is for visitors without scripts or whose widget does not load. The
        // second click of a double click must not follow it either.
        if (!hasBegun || event.detail > 1) event.preventDefault()
        hasBegun = true
        now(0)
      }
      place.addEventListener('click', ask, stop)
    } else now(0)
  })
  return (mount) => {
    stop.abort()
    // The clicked content makes room for the widget, unless it is the form itself
    // (latchkey/prerender). The focus, which was on that content, stays in its place.
    const makesRoom = clicked && !place.querySelector('[data-latchkey]')
    if (makesRoom) place.replaceChildren()
    mount()
    if (makesRoom) Object.assign(place, { tabIndex: -1 }).focus()
  }
}
