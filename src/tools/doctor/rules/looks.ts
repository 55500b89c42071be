/** What the page's styles do to the widget. */
import { finding } from '../codes.ts'
import type { Control } from '../facts.ts'
import type { Rule } from './rule.ts'

/** The width of the narrowest phones (WCAG 2.2, 1.4.10), in px. */
export const NARROW = 320

/** Half a pixel of rounding on each side. */
const ROUNDING = 1

/**
 * The lowest height of a field or a button, in px. The widget's own have 45 or more; WCAG 2.2,
 * 2.5.8 asks for 24 around a target.
 */
const LOWEST = 32

/** iOS zooms into a field with smaller text, in px. */
const NO_ZOOM = 16

const round = (value: number) => Math.round(value)

export const looks: Rule = ({ wide, narrow, faint }) => {
  const all = [...wide, ...narrow]
  const hiddenControls = all.filter(({ visible }) => !visible)
  const visibleControls = narrow.filter(({ visible }) => visible)
  const linesOf = (list: Control[], what: (control: Control) => string) => list.map((control) => `${control.selector}: ${what(control)}`)
  const targets = all.filter(({ visible, kind }) => visible && (kind === 'field' || kind === 'button'))
  return [
    ...finding(
      'css.hidden',
      hiddenControls.map(({ selector }) => selector),
      'The page’s styles hide a part of the widget.',
      'Limit the rule to your own elements, or set config.enableShadowDOM, which keeps the page’s styles out.',
    ),
    ...finding(
      'css.overflow',
      linesOf(
        visibleControls.filter(({ left, right }) => left < -ROUNDING || right > NARROW + ROUNDING),
        ({ left, right }) => `from ${round(left)} to ${round(right)} px`,
      ),
      `On a page of ${NARROW} px, the widget is wider than the page, so visitors on a phone have to scroll sideways.`,
      'Take fixed widths off the elements around the widget (`max-width: 100%`, and `min-width: 0` in a grid or a flex row), and off styles.container.width.',
    ),
    ...finding(
      'css.control_size',
      linesOf(
        targets.filter(({ height }) => height < LOWEST),
        ({ height }) => `${round(height)} px high`,
      ),
      'The page’s styles make controls too low to press.',
      'Limit the rule for `button`, `input` or `*` to your own elements, or set config.enableShadowDOM.',
    ),
    ...finding(
      'css.small_text',
      linesOf(
        visibleControls.filter(({ kind, fontSize }) => kind === 'field' && fontSize < NO_ZOOM),
        ({ fontSize }) => `${fontSize} px`,
      ),
      'A field has text below 16 px, so iOS zooms the page when a visitor touches it.',
      'Leave the font size of the widget’s fields at 16 px or more.',
    ),
    ...finding(
      'css.contrast',
      faint.map(
        ({ selector, text, ratio, requiredRatio, scheme }) =>
          `${selector} “${text}”: ${ratio.toFixed(1)}:1 of ${requiredRatio}:1 (${scheme})`,
      ),
      'A text has too little contrast with what is behind it (WCAG 2.2, 1.4.3).',
      'Change the color in `styles`, or limit the page’s rule to your own elements. For one scheme alone, set styles.colorScheme to the one that your page has.',
    ),
  ]
}
