import { createElement, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { useValue } from '#signals'
import { page } from '../browser/page.ts'
import { within, type Core } from '../client/core.ts'
import { Awaited } from '../ui/Awaited.tsx'
import sheet from '../ui/base.css'
import { words } from '../ui/baseWords.ts'
import type { LoginConfig, StyleConfig } from '../ui/config.ts'
import { DEFAULT_PRODUCTS, minutesOf } from '../ui/defaults.ts'
import { UiContext, type Ui } from '../ui/context.ts'
import type { Callbacks, WidgetEvents } from '../ui/events.ts'
import { kitChunk } from '../ui/kitChunk.ts'
import type { Place } from '../ui/map.ts'
import { Ornament } from '../ui/Ornament.tsx'
import { adopt } from '../ui/sheets.ts'
import { tokens } from '../ui/theme.ts'
import { translator } from '../ui/words.ts'
import { Main } from './Main.tsx'
import type { Strings } from './messages.ts'
import { behind, home, preparation, products } from './parts.ts'
import { createVisits } from './visits.ts'

/** What the host says of one widget. */
export interface WidgetProps {
  core: Core
  /** The first screen; read once. */
  start: Place
  config?: LoginConfig
  styles?: StyleConfig
  strings?: Strings
  callbacks?: Callbacks
}

/** Fetches ahead; a failure is shown where the code is needed. What a host calls a product may be in `Object.prototype`. */
const quietly = (part?: { load?(): Promise<unknown> }) => void part?.load?.().catch(() => {})

/** The widget: one screen at a time, on the host's React or in a root of its own. All its state is in here. */
export function Widget({ core, start, config = {}, styles = {}, strings = {}, callbacks = {}, ...rest }: WidgetProps) {
  const [visits] = useState(() => createVisits(start))
  const visit = useValue(visits.now)
  const root = useRef<HTMLElement>(null)
  const [waiting] = useState<string[]>(() => [sheet])
  const [suffix, setSuffix] = useState('')
  const [, render] = useState<unknown>()
  // what a call that is under way will tell is for who listens then
  const told = useRef(callbacks)
  told.current = callbacks
  // for beginning again
  if (start.name === 'IDPConsent') Object.assign(start.by, rest)

  useLayoutEffect(() => {
    for (const css of waiting.splice(0)) adopt(root.current!, css)
  })
  useLayoutEffect(() => {
    // the lowest number that no other widget on the page has (row 34)
    const { widgets } = page()
    let number = 1
    while (widgets.has(number)) number++
    widgets.add(number)
    if (number > 1) setSuffix('-' + number)
    visits.resume(root.current!)
    return () => {
      widgets.delete(number)
      visits.leave()
    }
  }, [])
  // what is hidden has been left before; that it is removed then, React says here alone
  useEffect(() => visits.leave, [])
  useEffect(() => {
    core
      .engine()
      .then((engine) => engine.load())
      .then(render, () => {})
    const configured = config.products || DEFAULT_PRODUCTS
    for (const product of configured) quietly(products[product])
    const ahead = () => [kitChunk, preparation, ...configured.map((product) => behind[product])].forEach(quietly)
    // `input`, for a field that had the focus before
    for (const touch of ['focusin', 'input']) root.current!.addEventListener(touch, ahead, { once: true })
  }, [core, config.products?.join()])

  /** Tells the host by a callback, which must not be able to break the widget, and by an event on the element. */
  const tell = (callback: () => void, type: string, detail: unknown) => {
    try {
      callback()
    } catch (error) {
      reportError(error)
    }
    root.current?.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
  }
  const t = translator(words, strings)
  const ui: Ui = {
    core: within(core, visit.signal),
    visit: visits.now,
    config,
    styles,
    strings,
    suffix,
    minutes: minutesOf(config),
    adopt: (css) => (root.current ? adopt(root.current, css) : waiting.push(css)),
    focus(title) {
      const section = root.current!
      if (visits.now.peek().number && !section.querySelector(':focus')) (title || section).focus()
    },
    fail(thrown) {
      const error = core.brand.errorFor?.(thrown) || thrown
      tell(() => told.current.onError?.(error), 'latchkey:error', error)
    },
    emit(type, data) {
      // the page's other scripts can hear the event; the tokens are for the callback alone
      const { session_token, session_jwt, ...rest } = data as Partial<WidgetEvents['OTP_AUTHENTICATE']>
      tell(() => told.current.onEvent?.({ type, data } as never), 'latchkey:event', { type, data: rest })
    },
  }
  return (
    <UiContext.Provider value={ui}>
      {/* around it, so that a page's rule for .lk wins over what `styles` says (docs/looks.md) */}
      <div style={{ display: 'contents', ...tokens(styles) }}>
        <section
          className="lk"
          ref={root}
          tabIndex={-1}
          lang={strings.lang}
          dir={strings.dir}
          aria-label={start.name === 'Main' ? t('login.title') : undefined}
        >
          <div className="lk-card">
            <Shown key={visit.number} at={visit.place} go={(next) => visits.go(visit, next)} />
          </div>
          {core.bootstrap.displayWatermark === true && <Ornament>{({ Watermark }) => <Watermark />}</Ornament>}
        </section>
      </div>
    </UiContext.Provider>
  )
}

/** The screen of a place, from its chunk where it has one. */
function Shown(props: { at: Place; go: (next: Place) => void }) {
  const { name } = props.at
  const show = (screen: unknown) => createElement(screen as ComponentType<typeof props>, props)
  return name === 'Main' ? show(Main) : <Awaited chunk={home(name)}>{({ screens }) => show(screens[name])}</Awaited>
}
