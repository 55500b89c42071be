import type { ControlCounts } from './journeys.ts'

/**
 * Returns the controls that a visitor can use now, including those in open shadow roots, or
 * undefined while there are fewer of any kind than `counts` says. Runs in a page, so it uses
 * nothing from outside itself. A control counts if it is drawn, opaque, enabled and can be typed in
 * or pressed. The button that submits a form does not count, but the form's field does.
 */
export const findControls = (counts: ControlCounts): Element[] | undefined => {
  const selectors: Record<string, string> = {
    field: ':is(input:not([type]), input[type=text], input[type=email], input[type=tel])',
    button: 'button',
    item: 'li',
  }
  const usable = (element: Element & Partial<HTMLInputElement>) =>
    !element.disabled &&
    !element.readOnly &&
    !(element.localName === 'button' && element.type === 'submit' && element.form) &&
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const all = (root: ParentNode, selector: string): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? all(element.shadowRoot, selector) : [])),
  ]
  const matches = Object.entries(counts).map(([kind, count]) => ({ controls: all(document, selectors[kind]!).filter(usable), count }))
  return matches.every(({ controls, count }) => controls.length >= count) ? matches.flatMap(({ controls }) => controls) : undefined
}
