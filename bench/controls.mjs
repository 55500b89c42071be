/**
 * Runs in a page, so it stands by itself: what a visitor could use now, in open shadow roots too, once there is as much of each kind as `wanted` says; else undefined.
 * A control counts when it is drawn, opaque, enabled and can be typed in or pressed. The button that submits a form does not count: its field does.
 */
export const findControls = (wanted) => {
  const selectors = {
    field: ':is(input:not([type]), input[type=text], input[type=email], input[type=tel])',
    button: 'button',
    item: 'li',
  }
  const usable = (element) =>
    !element.disabled &&
    !element.readOnly &&
    !(element.localName === 'button' && element.type === 'submit' && element.form) &&
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const all = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? all(element.shadowRoot, selector) : [])),
  ]
  const found = Object.entries(wanted).map(([kind, count]) => [all(document, selectors[kind]).filter(usable), count])
  return found.every(([controls, count]) => controls.length >= count) ? found.flatMap(([controls]) => controls) : undefined
}
