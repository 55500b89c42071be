/**
 * Styles the widget in browsers without `light-dark()`. All others never load this
 * (docs/reports/browsers.md).
 */
import { safeDocument } from '../../browser/safeDocument.ts'
import type { Core } from '../../client/core.ts'
import type { Ui } from '../../ui/context.ts'
import { adopt } from '../../ui/looks/sheets.ts'
import { cssVariables } from '../../ui/looks/theme.ts'
import sheet from './all.floor.css'
import { PAIR, replaceLightDark } from './pairs.ts'

/** For browsers without constructed style sheets: the element with the style of each root. */
const styleElements = new WeakMap<Node, HTMLStyleElement>()

const putStyle = (root: HTMLElement, nonce = '') => {
  const { ownerDocument } = root
  // a frame or a window that the host has opened has a document of its own
  const page = ownerDocument === document ? safeDocument : ownerDocument
  // frozen in Chrome before 99
  const { adoptedStyleSheets } = page
  if ((adoptedStyleSheets as unknown) && !Object.isFrozen(adoptedStyleSheets)) return adopt(root, sheet)
  const top = root.getRootNode()
  if (styleElements.get(top)?.isConnected || (top !== ownerDocument && !('host' in top))) return
  const element = Object.assign(page.createElement('style'), { nonce, textContent: sheet })
  styleElements.set(top, element)
  ;(top === ownerDocument ? page.head : top).appendChild(element)
}

/** Paints logos, whose colors are attributes of their shapes. */
const paintLogos = (root: ParentNode) => {
  for (const name of ['fill', 'stroke'] as const)
    for (const shape of root.querySelectorAll<SVGElement>(`[${name}^=light-dark]`))
      shape.style[name] = replaceLightDark(shape.getAttribute(name)!, PAIR)
}

/** What each widget has of its own: the names of the variables that are set here. */
const dressed = new WeakMap<Node, string[]>()

/**
 * Gives a widget its style. `root` is its section, in the element that has the host's variables;
 * null before the first rendering. Called again after each rendering.
 */
export function dress(root: HTMLElement | null, { styles, core }: Pick<Ui, 'styles'> & { core: Pick<Core, 'options'> }): void {
  if (!root) return
  putStyle(root, core.options.nonce)
  const { style, dataset } = root.parentElement!
  dataset.lkScheme = styles.colorScheme ?? 'light'
  // what `:dir()` would know
  dataset.lkDir = getComputedStyle(root).direction
  const variables = (by: string) =>
    cssVariables(JSON.parse(JSON.stringify(styles, (_, value) => (typeof value === 'string' ? replaceLightDark(value, by) : value))))
  const plain = cssVariables(styles)
  const light = variables('$1')
  const dark = variables('$2')
  const pairs = Object.keys(light).filter((name) => !(name in plain) && name in dark)
  for (const name of pairs)
    style.setProperty(
      name,
      PAIR.replace('$1', () => light[name]!).replace('$2', () => dark[name]!),
    )
  const before = dressed.get(root)
  for (const name of before ?? []) if (!pairs.includes(name) && !(name in plain)) style.removeProperty(name)
  dressed.set(root, pairs)
  if (before) return
  paintLogos(root)
  new MutationObserver(() => paintLogos(root)).observe(root, { childList: true, subtree: true, attributeFilter: ['fill', 'stroke'] })
}
