import { RotateCcw, Smartphone } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Callbacks, LatchkeyClient, LatchkeyError, LoginProps, Mounted, WidgetEvent } from '../../entries/index.ts'
import type { EmbedChunks } from '../snippet/snippet.ts'
import { Card } from './Card.tsx'
import { Cost } from './Cost.tsx'
import { BACKEND, PHONE_WIDTH, writeSettings, type Settings } from './settings.ts'

interface PreviewProps {
  client: LatchkeyClient
  props: Pick<LoginProps, 'config' | 'styles' | 'strings' | 'language'>
  settings: Settings
  change: (part: Pick<Settings, 'phone'>) => void
  chunks: EmbedChunks
  screen: Screen
  /** A new number mounts the widget again. */
  visit: number
  step: PreviewProgress
  startOver: () => void
  onEvent: (event: WidgetEvent) => void
  onError: (error: LatchkeyError) => void
}

/** Which screens show: the log-in, or those for a visitor who is signed in. */
export type Screen = 'logIn' | 'account' | 'passkeys' | 'secondFactor'

/** How far the visitor has come. */
type PreviewProgress = 'start' | 'sent' | 'in'

const steps: [PreviewProgress, string][] = [
  ['start', 'Enter an email or phone number'],
  ['sent', 'Open the link or type the code'],
  ['in', 'Signed in'],
]

/**
 * Social sign-in leaves the page and must return to the same settings. The page's URL has them only
 * after the widget has been updated.
 */
const returning = (props: PreviewProps['props'], settings: Settings): PreviewProps['props'] => {
  const oauthOptions = props.config?.oauthOptions
  if (!oauthOptions) return props
  const here = location.origin + location.pathname + location.search + writeSettings(settings)
  return { ...props, config: { ...props.config, oauthOptions: { loginRedirectURL: here, signupRedirectURL: here, ...oauthOptions } } }
}

/**
 * The widget as a visitor sees it, mounted through the public API. Changed props reach it through
 * its handle.
 */
export function Preview(previewProps: PreviewProps) {
  const { client, props, settings, change, chunks, screen, visit, step, startOver, onEvent, onError } = previewProps
  const { phone } = settings
  const host = useRef<HTMLDivElement>(null)
  const widget = useRef<Mounted<LoginProps>>(undefined)
  const listeners = useRef<Required<Callbacks>>({ onEvent, onError })
  listeners.current = { onEvent, onError }

  useEffect(() => {
    const common = {
      elementId: host.current!,
      ...returning(props, settings),
      callbacks: {
        onEvent: (event: WidgetEvent) => listeners.current.onEvent(event),
        onError: (error: LatchkeyError) => listeners.current.onError(error),
      },
    }
    const mounts: Record<Screen, () => Mounted<LoginProps>> = {
      logIn: () => client.mountLogin({ ...common, authenticateByUrl: true }),
      account: () => client.mountAccount(common),
      passkeys: () => client.mountPasskeyRegistration(common),
      secondFactor: () => client.mountSecondFactor(common),
    }
    widget.current = mounts[screen]()
    return () => widget.current?.unmount()
    // A shadow root cannot be added or removed later.
  }, [client, visit, screen, settings.shadowDom])
  // the first entry also resets a language that is no longer set
  useEffect(() => widget.current?.update({ language: undefined, ...returning(props, settings) }), [props])
  const room = phone ? PHONE_WIDTH : settings.width
  useLayoutEffect(() => host.current!.style.setProperty('max-width', `${room}px`), [room])

  const now = steps.findIndex(([name]) => name === step)
  return (
    <Card
      title="Preview"
      className="preview"
      actions={
        <div className="row">
          <button
            type="button"
            className="button to-phone"
            aria-pressed={phone}
            title={`As wide as a phone: ${PHONE_WIDTH} px`}
            onClick={() => change({ phone: !phone })}
          >
            <Smartphone aria-hidden size={16} /> Phone
          </button>
          <button type="button" className="button" onClick={startOver}>
            <RotateCcw aria-hidden size={16} /> Start over
          </button>
        </div>
      }
    >
      <ol className="steps">
        {steps.map(([name, text], index) => (
          <li key={name} aria-current={index === now ? 'step' : undefined} className={index < now || step === 'in' ? 'done' : ''}>
            {text}
          </li>
        ))}
      </ol>
      <div id="widget" tabIndex={-1} className="stage" data-scheme={settings.theme.colorScheme ?? 'light'}>
        <div className={phone ? 'phone' : 'desk'}>
          <div className="host" ref={host} dir={settings.rightToLeft ? 'rtl' : 'ltr'} />
        </div>
      </div>
      <Cost
        config={props.config ?? {}}
        language={typeof props.language === 'string' ? props.language : undefined}
        backend={settings.ownServer ? BACKEND : undefined}
        chunks={chunks}
      />
    </Card>
  )
}
