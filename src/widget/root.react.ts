import { cloneElement, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot as createReactRoot, hydrateRoot, type Root } from 'react-dom/client'
import { defaultBootstrap } from '../client/bootstrap.ts'
import { withoutStyles } from '../ui/frameworks/jsx.react.ts'
import { asRendered } from './asRendered.ts'
import { kit, passkeys, walletButtons } from './firstScreenChunks.ts'
import type { WidgetProps } from './Widget.tsx'

type WidgetElement = ReactElement<WidgetProps>

/**
 * Runs `hydrate` while the widget knows no more than the server did when it rendered the form:
 * neither the settings of the last visit nor what prerender/index.tsx leaves out.
 */
function asOnServer({ core }: WidgetProps, hydrate: () => void): void {
  const { bootstrap } = core
  const modules = [kit.now, passkeys.now, walletButtons.now] as const
  core.bootstrap = defaultBootstrap
  kit.now &&= { ...kit.now, Legal: () => null }
  passkeys.now = walletButtons.now = undefined
  withoutStyles(hydrate)
  core.bootstrap = bootstrap
  ;[kit.now, passkeys.now, walletButtons.now] = modules
}

/**
 * Takes over the form in `element`, at once. If it is not the one that the widget shows, React
 * renders anew.
 */
function hydrate(element: Element | ShadowRoot, form: HTMLElement, widget: WidgetElement): Root {
  const buttons = () => [...element.querySelectorAll('button')]
  const pressedIndex = buttons().findIndex((button) => button.matches('[aria-busy=true]'))
  let root: Root
  asRendered(form)
  asOnServer(widget.props, () => {
    root = hydrateRoot(element as Element, widget, { onRecoverableError() {} })
    // the same element again does not change anything, but makes React hydrate now
    flushSync(() => root.render(widget))
  })
  // a form that a browser has translated is rendered anew: after prerender/holdPresses.ts has moved
  // its text, React hears of it, and of what was pressed
  if (!form.isConnected) {
    const field = element.querySelector('input')
    const button = buttons()[pressedIndex]
    queueMicrotask(() => {
      field?.dispatchEvent(new Event('input', { bubbles: true }))
      button?.click()
    })
  }
  // with what the server did not know
  flushSync(() => root.render(cloneElement(widget)))
  return root!
}

/**
 * `createRoot` of `react-dom/client` for a widget, which also takes over a form that a server has
 * rendered. React's own would lose what the visitor has typed.
 */
export function createRoot(element: Element | ShadowRoot): { render(widget: WidgetElement): void; unmount(): void } {
  let root: Root | undefined
  return {
    render(widget) {
      if (root) return root.render(widget)
      const { start, props } = widget.props
      const place = start(props)
      const first = cloneElement(widget, { start: () => place })
      const form = element.querySelector<HTMLElement>('[data-prerendered]')
      // only Main is prerendered
      if (form && place.name === 'Main') root = hydrate(element, form, first)
      else (root = createReactRoot(element)).render(first)
    },
    unmount: () => root?.unmount(),
  }
}
