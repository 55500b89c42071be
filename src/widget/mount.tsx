import { createElement } from 'react'
import { createRoot } from '#root'
import { ownProperties } from '../api/ownProperties.ts'
import { fetchMain, kit, language, lookOf, older, prefetch, shadowParts } from './firstScreenChunks.ts'
import { followTree } from './followTree.ts'
import type { AnyHostProps } from './hostProps.ts'
import { Widget, type WidgetProps } from './Widget.tsx'
import { safeDocument } from '../browser/safeDocument.ts'

/** A mounted widget, as the host gets it. */
export interface Mounted<Props> {
  /** Renders the widget again with other props. The visitor stays where they are. */
  update(props: Partial<Props>): void
  /** Removes the widget from the page and ends all that it has begun. */
  unmount(): void
}

/** An element whose form was prerendered. */
export interface PrerenderedElement extends HTMLElement {
  /**
   * Called when the widget has taken the form over: the script beside it presses what the visitor
   * has pressed.
   */
  latchkey?: () => void
}

/** For each element with a widget, the function that renders it with other props. */
const mounts = new WeakMap<Node, (props: WidgetProps) => Mounted<AnyHostProps>>()

/** How long a widget waits for the style for older browsers, in ms. It is unreadable without. */
const STYLE_TIMEOUT = 5_000

/**
 * Mounts a widget in the element that `target` selects. If there is a widget of the same method
 * among its children, it is rendered again with the new props instead. `method` is the method that
 * the host has called, `tag` the element to create.
 * @throws Error if the selector matches nothing
 */
export function mount(method: string, target: string | Element, tag: string, props: WidgetProps): Mounted<AnyHostProps> {
  const parent = typeof target === 'string' ? safeDocument.querySelector(target) : target
  if (!parent) {
    throw new Error(
      `The selector you specified (${target}) applies to no DOM elements that are currently on the page. ` +
        `Make sure the element exists on the page before calling ${method}().`,
    )
  }
  // not always the first one: an extension may have put something in front of it
  const mountElement = [...parent.children].find((child) => (child as HTMLElement).dataset?.latchkey === method)
  const again = mounts.get(mountElement!)
  if (again) return again(props)

  // What is there without its code was prerendered (latchkey/prerender), or is on a page that was
  // saved or cloned. It is rendered into, which keeps the focus and what the visitor has typed.
  const element: PrerenderedElement = (mountElement as HTMLElement) || safeDocument.createElement(tag)
  if (!mountElement) {
    element.dataset.latchkey = method
    parent.append(element)
  }
  const host = { __proto__: null, ...props.props } as AnyHostProps
  const config = ownProperties(host.config)
  const hostLanguage = host.language
  const shadow = config?.enableShadowDOM && (element.shadowRoot || element.attachShadow({ mode: 'open' }))
  // ignores a failure: only the page's `::part()` rules have no effect then
  if (shadow)
    shadowParts.load().then(
      ({ nameParts }) => nameParts(shadow),
      () => {},
    )
  let root: ReturnType<typeof createRoot> | undefined
  const { ended } = props.core
  let key: string | undefined
  let current = props
  // the host's language with its first words, if they had to come before the widget
  let words: Pick<AnyHostProps, 'language'> | undefined
  const show = (next: WidgetProps) => {
    const own = { __proto__: null, ...next.props } as AnyHostProps
    current = { ...next, props: { ...own, ...(own.language === hostLanguage && words) } }
    // another token begins another visit; if there is no token any more, it has been spent, and the
    // visit continues
    key = own.passwordResetToken || key
    // not before it begins, nor after it has ended
    if (mounts.has(element)) root?.render(createElement(Widget, { ...current, key }))
    return handle
  }
  const handle: Mounted<AnyHostProps> = {
    update: (next) => void show({ ...current, props: { ...current.props, ...next } }),
    unmount() {
      ended.removeEventListener('abort', handle.unmount)
      tree.end()
      mounts.delete(element)
      root?.unmount()
      element.remove()
    },
  }
  // A widget whose element the page removes is unmounted; otherwise its listeners would stay. In
  // another tree it renders again, to adopt its styles there.
  const tree = followTree(element, () => void show(current), handle.unmount)
  ended.addEventListener('abort', handle.unmount)
  mounts.set(element, show)
  const begin = () => {
    if (!mounts.has(element)) return
    root ??= createRoot(shadow || element)
    tree.look()
    element.latchkey?.()
  }
  if (!mountElement && older) {
    void older.load().then(begin, begin)
    setTimeout(begin, STYLE_TIMEOUT)
  } else if (!mountElement) begin()
  // all that the form shows, because whatever is missing would leave it for a moment, together with
  // what the visitor has typed
  else
    void Promise.allSettled([
      prefetch(older),
      prefetch(lookOf(props.core, host.styles)),
      fetchMain(config?.products),
      host.styles?.logo && prefetch(kit),
      // in English if the words do not come
      hostLanguage &&
        !hostLanguage.default &&
        language.load().then(({ updateWithWords }) => updateWithWords(hostLanguage, (update) => (words = update))),
    ]).then(begin)
  return handle
}
