import type { Part } from './engine.ts'

/**
 * Runs in the page. Finds a visible part by its role and name, in shadow roots too. It uses nothing
 * outside of itself.
 */
export const findPart = ([role, name]: Part): Element | null => {
  const selectors = { button: 'button, [role=button]', field: 'input', heading: 'h1, h2', link: 'a[href]', text: '*' }
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  const plain = (text?: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const namesOf = (element: Element) =>
    role === 'text'
      ? // the element itself, not one around it
        [[...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join('')]
      : [
          element.getAttribute('aria-label'),
          element.textContent,
          ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
        ]
  return (
    roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selectors[role])])
      .filter((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible')
      .find((element) => namesOf(element).some((text) => plain(text) === name)) ?? null
  )
}
