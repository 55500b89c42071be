import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useValue } from '#signals'
import { within, type Core } from '../client/core.ts'
import { noProperties, ownProperties } from '../api/ownProperties.ts'
import sheet from '../ui/looks/base.css'
import { words } from '../ui/words/baseWords.ts'
import { ChunkContent } from '../ui/chunks/ChunkContent.tsx'
import { useChunk } from '../ui/chunks/chunk.ts'
import { minutesOf } from '../ui/host/defaults.ts'
import { UiContext, type Ui } from '../ui/context.ts'
import type { WidgetEvents } from '../ui/host/events.ts'
import { KitPart } from '../ui/chunks/KitPart.tsx'
import type { Place, ScreenProps } from '../ui/map.ts'
import { adopt } from '../ui/looks/sheets.ts'
import { cssVariables } from '../ui/looks/theme.ts'
import type { Texts } from '../ui/words/texts.ts'
import { textsOf, translator } from '../ui/words/translator.ts'
import { kit, lookOf, older } from './firstScreenChunks.ts'
import type { AnyHostProps, HostProps } from './hostProps.ts'
import { Main } from './Main.tsx'
import { tellHost } from './tellHost.ts'
import { useFetchAhead } from './useFetchAhead.ts'
import { useLanguage } from './useLanguage.ts'
import { useWidgetNumber } from './useWidgetNumber.ts'
import { createVisits } from './visits.ts'

export interface WidgetProps {
  core: Core
  /** Returns where the visitor begins. Called once. */
  start(props: AnyHostProps): Place
  /**
   * The host's props, as one object. As props of this component, Preact would add what a script has
   * put into `Object.prototype`.
   */
  props: AnyHostProps
}

/**
 * The widget: one screen at a time, on the host's React or in a root of its own. It holds all state
 * that its screens share.
 */
export function Widget({ core, start, props }: WidgetProps) {
  const { callbacks, language, ...rest } = { __proto__: null, ...props } as AnyHostProps
  const host: AnyHostProps = ownProperties(rest)
  const { config = noProperties, styles = noProperties }: HostProps = host
  // nothing shows until it has loaded; if it fails to, the one that a public token has
  const { module: look, failed } = useChunk(lookOf(core, styles), 5_000)
  const root = useRef<HTMLElement>(null)
  // a call that is under way uses the callbacks that are current when it ends
  const latestCallbacks = useRef(callbacks)
  const [sheets] = useState(() => new Set([sheet]))
  const [suffix, setSuffix] = useState('')
  const [, render] = useState<unknown>()
  // one object for the widget's life, to which texts are added as they load, so that messages that
  // were rendered earlier find them, too
  const [texts] = useState(() => textsOf(language?.default))
  const strings: Texts = { __proto__: texts as never, ...host.strings }
  const [visits] = useState(() => createVisits(start(host)))
  const visit = useValue(visits.now)
  const ui: Ui = {
    core: within(core, visit.signal, visit.slow),
    kit,
    language,
    look,
    texts,
    render,
    visit: visits.now,
    config,
    styles,
    strings,
    productOptions: host,
    suffix,
    minutes: minutesOf(config),
    adopt(css) {
      // in their order, because a part that has loaded already adopts its sheet before this widget
      // does
      sheets.add(css)
      adoptAll()
    },
    focus(title) {
      const section = root.current!
      if (visits.now.peek().number && !section.querySelector(':focus')) (title || section).focus()
    },
    fail(cause) {
      const error = core.brand.errorFor?.(cause) ?? cause
      // not its options, which may have an object of the browser or of a wallet
      tellHost(root, latestCallbacks, 'onError', 'latchkey:error', error, () => ({
        ...(error as object),
        options: undefined,
        message: (error as Error).message,
      }))
    },
    emit(type, data) {
      const { session_token, session_jwt, ...rest } = data as Partial<WidgetEvents['OTP_AUTHENTICATE']>
      tellHost(root, latestCallbacks, 'onEvent', 'latchkey:event', { type, data }, () => ({ type, data: rest }))
    },
  }
  look?.dress(ui, sheets)
  const adoptAll = () => {
    // asks again for a file that has failed to load
    if (older)
      older.load().then(
        ({ dress }) => dress(root.current, ui),
        () => {},
      )
    else for (const css of sheets) if (root.current) adopt(root.current, css)
  }
  useLayoutEffect(() => {
    latestCallbacks.current = callbacks
    // after every rendering, because the host may have moved the widget into another shadow root
    adoptAll()
    // Preact leaves an empty attribute, which says that the language is unknown (HTML, section
    // 3.2.6.2)
    if (!strings.lang) root.current!.removeAttribute('lang')
  })
  // A script that assigns `adoptedStyleSheets` drops ours, and without its style the widget has
  // another size.
  useEffect(() => {
    // an older browser's style would dress the widget as at first
    if (older || !self.ResizeObserver) return
    const observer = new ResizeObserver(adoptAll)
    observer.observe(root.current!)
    return () => observer.disconnect()
  }, [])
  useWidgetNumber(setSuffix)
  useLayoutEffect(() => visits.endWith(root.current!), [])
  // React cleans up layout effects when it hides a component; if it removes the hidden component
  // later, it cleans up this effect alone
  useEffect(() => visits.endWith(root.current!), [])
  useLanguage(ui, language)
  useFetchAhead(ui, core, root)
  // what began in English stays on the page while words that the host sets later are on their way
  const [inEnglish] = useState(!language)
  const hasWords = inEnglish || !language || texts.lang
  return (
    <UiContext.Provider value={ui}>
      {/* around the section: a page's rule for .lk wins over `styles` (docs/guides/theming.md) */}
      <div className={look && 'lk-own'} style={{ display: look || failed ? 'contents' : 'none', ...cssVariables(ui.styles) }}>
        <section
          className="lk"
          ref={root}
          tabIndex={-1}
          lang={strings.lang}
          dir={strings.dir}
          aria-label={hasWords && visits.start.name === 'Main' ? translator(words, strings)('login.title') : undefined}
        >
          <div className="lk-card">
            {hasWords && <CurrentScreen key={visit.number} at={visit.place} go={(next) => visits.go(visit, next)} />}
          </div>
          {core.bootstrap.displayWatermark === true && <KitPart>{({ Watermark }) => <Watermark />}</KitPart>}
        </section>
      </div>
    </UiContext.Provider>
  )
}

/** The screen of a place. All screens but Main come with the kit or after it. */
const CurrentScreen = (props: { at: Place; go: (next: Place) => void }) =>
  props.at.name === 'Main' ? (
    <Main {...(props as ScreenProps<'Main'>)} />
  ) : (
    <ChunkContent chunk={kit}>{({ LaterScreen }) => <LaterScreen {...props} />}</ChunkContent>
  )
