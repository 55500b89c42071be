/**
 * Takes out of a prerendered form what the screens themselves do not render: what
 * prerender/index.tsx has added to their HTML, and what prerender/holdPresses.ts has done to it.
 * React takes over only what it would render itself.
 */
export function asRendered(form: HTMLElement): void {
  const { prerendered: suffix } = form.dataset
  for (const notice of form.querySelectorAll('noscript, .lk-late')) notice.remove()
  for (const button of form.querySelectorAll('[aria-busy=true]')) button.setAttribute('aria-busy', 'false')
  for (const element of [form, ...form.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      if (/^(data-prerendered|data-lk-.*|method|style)$/.test(name)) element.removeAttribute(name)
      // a screen learns only later which number its widget has
      else if (suffix && /^(id|for|aria-.*)$/.test(name) && value.endsWith(suffix))
        element.setAttribute(name, value.slice(0, -suffix.length))
    }
  }
}
