import type { PrerenderedElement } from '../widget/mount.tsx'

/**
 * Runs in the page, beside a prerendered form, until the widget takes the form over: shows that the
 * visitor has pressed a button, and presses it once the widget is there. If the widget shows
 * another form, what the visitor has typed goes there. `element` is the form's. script.ts has this
 * as text.
 */
export const holdPresses = (element: PrerenderedElement): void => {
  const root = element.shadowRoot || element
  // the element itself if a host's filter has taken the form out of it
  const form = root.querySelector<HTMLElement>('.lk') || (element as HTMLElement)
  // an extension may have put an input in front
  const field = form.querySelector<HTMLInputElement>('[required]')
  // the style of a form in a shadow root comes first, where the widget looks for its own elements
  if (root !== element) root.append(root.firstElementChild!)
  // a page that comes with a token shows another screen, and the widget takes this away
  if (/(stytch|latchkey)_token_type=/.test(location.search)) form.style.visibility = 'hidden'
  let heldButton: HTMLElement | undefined | null
  // with a hyphen at its end, so that it begins with each id that the same button may have in the
  // widget
  let id: string | undefined
  form.onclick =
    form.onsubmit =
    form.onkeydown =
      (event: Event) => {
        // inside a host's form, the parser drops ours, and Enter would press the host's first
        // button
        const isEnter =
          event.target === field &&
          (event as KeyboardEvent).key === 'Enter' &&
          !(event as KeyboardEvent).isComposing &&
          !form.querySelector('form')
        const button =
          event.type === 'submit' || isEnter
            ? form.querySelector<HTMLElement>('[type=submit]')
            : event.type === 'click' && (event.target as Element).closest('button')
        if (button) {
          event.preventDefault()
          heldButton?.setAttribute('aria-busy', 'false')
          heldButton = button
          heldButton.setAttribute('aria-busy', 'true')
          id = heldButton.id + '-'
        }
      }
  // the widget calls this when it has taken the form over (widget/mount.tsx)
  element.latchkey = () => {
    form.onclick = form.onsubmit = form.onkeydown = null
    // by its kind, because ids can differ
    const newField = field?.value && root.querySelector<HTMLInputElement>(`[required][type=${field.type}]`)
    if (newField && newField !== field) {
      newField.value = field.value
      newField.dispatchEvent(new Event('input'))
      newField.focus()
    }
    // not if it has become another button; its text may be a translation, and the widget takes the
    // number of the form off its id
    if (id?.startsWith(heldButton!.id + '-')) {
      // the widget has made the buttons of a dropped form again
      const now = heldButton!.isConnected
        ? heldButton
        : root.querySelector<HTMLElement>(heldButton!.id ? `[id="${heldButton!.id}"]` : '[type=submit]')
      now?.click()
    }
  }
}
