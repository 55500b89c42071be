import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { own } from '../client/options.ts'
import { shadowParts } from './chunks.ts'
import { Widget, type Host, type WidgetProps } from './Widget.tsx'

/** A mounted widget, in its host's hands. */
export interface Mounted<Props> {
  /** Renders again with other props; the visitor stays where they are. */
  update(props: Partial<Props>): void
  /** Takes the widget off the page; whatever it had begun ends. */
  unmount(): void
}

/** How each element's widget is rendered with other props. */
const mounted = new WeakMap<Node, (props: WidgetProps) => Mounted<Host>>()

/**
 * Mounts a widget in the element that `target` selects, or renders the one again that stands there first already (wire.md 1.5). `method` is what the
 * host called, `tag` the element to make.
 * @throws Error when nothing matches
 */
export function mount(method: string, target: string | Element, tag: string, props: WidgetProps): Mounted<Host> {
  const parent = typeof target === 'string' ? document.querySelector(target) : target
  if (!parent) {
    throw new Error(
      `The selector you specified (${target}) applies to no DOM elements that are currently on the page. ` +
        `Make sure the element exists on the page before calling ${method}().`,
    )
  }
  const first = parent.firstChild as HTMLElement | null
  if (first?.dataset?.latchkey === method) {
    const again = mounted.get(first)
    if (again) return again(props)
    // a copy of one, as pages have that are saved or cloned: nothing stands behind it
    first.remove()
  }

  const element = document.createElement(tag)
  element.dataset.latchkey = method
  parent.append(element)
  const { config } = { __proto__: null, ...props.given } as Host
  const shadow = own(config)?.enableShadowDOM && element.attachShadow({ mode: 'open' })
  // without it the widget looks as it does otherwise
  if (shadow)
    shadowParts.load().then(
      ({ nameParts }) => nameParts(shadow),
      () => {},
    )
  const root = createRoot(shadow || element)
  const { ended } = props.core
  let current = props
  let key: string | undefined
  const show = (next: WidgetProps) => {
    current = next
    // a token that comes later begins anew, one that goes was spent
    key = ({ __proto__: null, ...next.given } as Host).passwordResetToken || key
    if (mounted.has(element)) root.render(createElement(Widget, { ...next, key }))
    return handle
  }
  const handle: Mounted<Host> = {
    update: (next) => void show({ ...current, given: { ...current.given, ...next } }),
    unmount() {
      ended.removeEventListener('abort', handle.unmount)
      observer.disconnect()
      mounted.delete(element)
      root.unmount()
      element.remove()
    },
  }
  // A widget whose element somebody removes would go on listening; one that is not on the page yet has not been removed. In another tree it wants its style.
  let isConnected: boolean | undefined
  let tree: Node | undefined
  const look = () => {
    if (isConnected && !element.isConnected) return handle.unmount()
    isConnected = element.isConnected
    if (tree === (tree = element.getRootNode())) return
    observer.disconnect()
    for (let node: Node | undefined = element; node; node = (node as ShadowRoot).host) {
      for (const top of [document, (node = node.getRootNode())]) observer.observe(top, { childList: true, subtree: true })
    }
    show(current)
  }
  const observer = new MutationObserver(look)
  ended.addEventListener('abort', handle.unmount)
  mounted.set(element, show)
  look()
  return handle
}
