import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useValue } from '#signals'
import { page } from '../browser/page.ts'
import { within, type Core } from '../client/core.ts'
import { nothing, own } from '../client/options.ts'
import { Awaited } from '../ui/Awaited.tsx'
import sheet from '../ui/base.css'
import { words } from '../ui/baseWords.ts'
import { awaited, shown } from '../ui/chunk.ts'
import type { IdentityProviderOptions } from '../ui/config.ts'
import { DEFAULT_PRODUCTS, minutesOf } from '../ui/defaults.ts'
import { UiContext, type Ui } from '../ui/context.ts'
import type { Callbacks, WidgetEvents } from '../ui/events.ts'
import type { LazyLanguage } from '../ui/language.ts'
import type { Place, Props } from '../ui/map.ts'
import { Ornament } from '../ui/Ornament.tsx'
import { adopt } from '../ui/sheets.ts'
import { tokens } from '../ui/theme.ts'
import { textsOf, translator, type Texts, WORDS_PATIENCE } from '../ui/words.ts'
import type { HostProps } from './hostProps.ts'
import { Main } from './Main.tsx'
import { forms, kit, language as languages, preparation, quietly } from './chunks.ts'
import { createVisits } from './visits.ts'

/** What a host may say of any of the widgets. */
export interface Host extends Omit<HostProps, 'language'>, IdentityProviderOptions {
  /** The loader has fetched the file of its first words, whose `default` they are. */
  language?: (string | LazyLanguage) & { default?: string }
  /** Another one begins another visit. */
  passwordResetToken?: string
}

export interface WidgetProps {
  core: Core
  /** Where the visitor begins, by what the host says then. Asked once. */
  begin(host: Host): Place
  /** What the host says, as one object: as props, Preact would make those of everybody's prototype the host's own. */
  given: Host
}

/** The widget: one screen at a time, on the host's React or in a root of its own. All its state is in here. */
export function Widget({ core, begin, given }: WidgetProps) {
  const { callbacks, language, ...rest } = { __proto__: null, ...given } as Host
  const host: Host = own(rest)
  const { config = nothing, styles = nothing }: HostProps = host
  // what the language has brought so far: it is added to, so that an error of a minute ago finds its words too
  const [texts] = useState(() => textsOf(language?.default))
  const strings: Texts = Object.assign(Object.create(texts), host.strings)
  const [[start, visits]] = useState(() => {
    const start = begin(host)
    return [start, createVisits(start)] as const
  })
  const visit = useValue(visits.now)
  const root = useRef<HTMLElement>(null)
  const [sheets] = useState(() => new Set([sheet]))
  const [suffix, setSuffix] = useState('')
  const [, render] = useState<unknown>()
  // what a call that is under way will tell is for who listens then
  const told = useRef(callbacks)

  useLayoutEffect(() => {
    told.current = callbacks
    // each time, as it may have been moved into another shadow root
    for (const css of sheets) adopt(root.current!, css)
    // Preact leaves an empty one, which says that the language is unknown (HTML, section 3.2.6.2)
    if (!strings.lang) root.current!.removeAttribute('lang')
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
  useLayoutEffect(() => {
    if (language ? language.default : !texts.lang) return
    const inEnglish = () => texts.lang || render((texts.lang = 'en'))
    setTimeout(inEnglish, WORDS_PATIENCE)
    awaited(
      languages
        .load()
        .then((module) => module.speak(ui))
        .catch(inEnglish),
    )
  }, [language])
  // with the first rendering, not after its paint: the engine waits for what is on its way then
  useLayoutEffect(() => {
    for (const product of config.products || DEFAULT_PRODUCTS) quietly(forms[product])
    const ahead = () => {
      quietly(preparation)
      kit.load().then(
        (module) => module.fetchBehind(ui),
        () => {},
      )
    }
    // `input`, for a field that had the focus before
    for (const touch of ['focusin', 'input']) root.current!.addEventListener(touch, ahead, { once: true })
  }, [config.products?.join()])
  useEffect(() => {
    shown()
      .then(core.engine)
      .then((engine) => engine.load())
      .then(render, () => {})
  }, [core])

  /**
   * Tells the host by a callback, which must not be able to break the widget, and by an event on the element. That bubbles, so it has a copy, as JSON has it,
   * without the session's tokens: the page's other scripts can hear it.
   */
  const tell = (name: keyof Callbacks, type: string, said: unknown, detail: object) => {
    try {
      told.current?.[name]?.(said as never)
    } catch (error) {
      reportError(error)
    }
    root.current?.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: JSON.parse(JSON.stringify(detail)) }))
  }
  const t = translator(words, strings)
  const isSpoken = !language || texts.lang
  const ui: Ui = {
    core: within(core, visit.signal),
    kit,
    language,
    texts,
    render,
    visit: visits.now,
    config,
    styles,
    strings,
    consent: host,
    suffix,
    minutes: minutesOf(config),
    adopt(css) {
      sheets.add(css)
      if (root.current) adopt(root.current, css)
    },
    focus(title) {
      const section = root.current!
      if (visits.now.peek().number && !section.querySelector(':focus')) (title || section).focus()
    },
    fail(thrown) {
      const error = core.brand.errorFor?.(thrown) || thrown
      tell('onError', 'latchkey:error', error, { ...(error as object), options: undefined, message: (error as Error).message })
    },
    emit(type, data) {
      const { session_token, session_jwt, ...rest } = data as Partial<WidgetEvents['OTP_AUTHENTICATE']>
      tell('onEvent', 'latchkey:event', { type, data }, { type, data: rest })
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
          aria-label={isSpoken && start.name === 'Main' ? t('login.title') : undefined}
        >
          <div className="lk-card">{isSpoken && <Shown key={visit.number} at={visit.place} go={(next) => visits.go(visit, next)} />}</div>
          {core.bootstrap.displayWatermark === true && <Ornament>{({ Watermark }) => <Watermark />}</Ornament>}
        </section>
      </div>
    </UiContext.Provider>
  )
}

/** The screen of a place: all but Main are behind the kit. */
const Shown = (props: { at: Place; go: (next: Place) => void }) =>
  props.at.name === 'Main' ? (
    <Main {...(props as Props<'Main'>)} />
  ) : (
    <Awaited chunk={kit}>{({ LaterScreen }) => <LaterScreen {...props} />}</Awaited>
  )
