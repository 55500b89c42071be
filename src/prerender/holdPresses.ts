/**
 * Runs in the page, beside a prerendered form, until the widget takes the form over: shows that the visitor has pressed a button, and presses it once the widget is there. It hides a
 * form whose page comes with a token, because another screen follows. `element` is the form's. script.ts has this as text.
 */
export const holdPresses = (element: Element): void => {
  const root = element.shadowRoot || element
  const form = root.lastElementChild as HTMLElement
  // the style of a form in a shadow root comes first, where the widget looks for its own elements
  if (root !== element) root.append(root.firstElementChild!)
  // the widget takes this away
  if (/[?&]stytch_token_type=/.test(location.search)) form.style.visibility = 'hidden'
  let held: HTMLElement | undefined | null
  let label: string | null
  form.onclick = form.onsubmit = (event: Event) => {
    const button =
      (event.target as Element).closest('button') || (event.type === 'submit' && form.querySelector<HTMLElement>('[type=submit]'))
    if (button) {
      event.preventDefault()
      if (held) held.ariaBusy = null
      held = button
      label = button.textContent
      button.ariaBusy = 'true'
    }
  }
  // the widget sets the attribute again when it has taken the form over (widget/mount.tsx)
  new MutationObserver(() => {
    form.onclick = form.onsubmit = null
    // not if it has become another button
    if (held?.textContent === label) held?.click()
    held = null
  }).observe(element, { attributeFilter: ['data-latchkey'] })
}
