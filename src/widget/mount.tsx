import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { chunk } from '../ui/chunk.ts'
import { Widget, type WidgetProps } from './Widget.tsx'

/** A mounted widget, in its host's hands. */
export interface Mounted<Props> {
  /** Renders again with other props; the visitor stays where they are. */
  update(props: Partial<Props>): void
  /** Takes the widget off the page; whatever it had begun ends. */
  unmount(): void
}

/** What only a page with shadow roots wants; without it the widget looks as it does otherwise. */
const shadowParts = chunk(() => import('./shadowParts.ts'))

/** How each element's widget is rendered with other props. */
const mounted = new WeakMap<Node, (props: WidgetProps) => Mounted<WidgetProps>>()

/**
 * Mounts a widget in the element that `target` selects, or renders the one again that stands there first already (wire.md 1.5). `method` is what the
 * host called, `tag` the element to make.
 * @throws Error when nothing matches
 */
export function mount(method: string, target: string | Element, tag: string, props: WidgetProps): Mounted<WidgetProps> {
  const parent = typeof target === 'string' ? document.querySelector(target) : target
  if (!parent) {
    throw new Error(
      `The selector you specified (${target}) applies to no DOM elements that are currently on the page. ` +
        `Make sure the element exists on the page before calling ${method}().`,
    )
  }
  const first = parent.firstChild as HTMLElement | null
  const again = first?.dataset?.latchkey === method && mounted.get(first)
  if (again) return again(props)
  // a copy of one, as pages have that are saved or cloned: nothing stands behind it
  if (first?.dataset?.latchkey === method) first.remove()

  const element = document.createElement(tag)
  element.dataset.latchkey = method
  parent.append(element)
  const shadow = props.config?.enableShadowDOM && element.attachShadow({ mode: 'open' })
  if (shadow)
    shadowParts.load().then(
      ({ nameParts }) => nameParts(shadow),
      () => {},
    )
  const root = createRoot(shadow || element)
  const { ended } = props.core
  let current: WidgetProps
  const show = (next: WidgetProps) => {
    if (mounted.has(element)) root.render(createElement(Widget, (current = next)))
    return handle
  }
  const handle: Mounted<WidgetProps> = {
    update: (next) => void show({ ...current, ...next }),
    unmount() {
      ended.removeEventListener('abort', handle.unmount)
      observer.disconnect()
      mounted.delete(element)
      root.unmount()
      element.remove()
    },
  }
  // a widget whose element somebody removes would go on listening; one that is not on the page yet has not been removed
  let { isConnected } = element
  const observer = new MutationObserver(() => {
    if (isConnected && !element.isConnected) handle.unmount()
    isConnected = element.isConnected
  })
  for (let node: Node | undefined = element; node; node = (node as ShadowRoot).host) {
    for (const top of [document, (node = node.getRootNode())]) observer.observe(top, { childList: true, subtree: true })
  }
  ended.addEventListener('abort', handle.unmount)
  mounted.set(element, show)
  return show(props)
}
