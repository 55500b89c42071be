import { AppWindow, Bot, Building2, Images, KeyRound } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { EmbedChunks } from '../snippet/snippet.ts'
import type { LatchkeyClient, State } from '../../entries/index.ts'
import { createLog } from './activity.ts'
import { base, isOnSite } from './base.ts'
import { Controls } from './Controls.tsx'
import { EventLog } from './EventLog.tsx'
import { Outbox } from './Outbox.tsx'
import { Preview, type Screen } from './Preview.tsx'
import { ProviderControls } from './ProviderControls.tsx'
import { BACKEND, toLoginProps, toSnippetProps, writeSettings } from './settings.ts'
import { SkipLink } from './SkipLink.tsx'
import { Snippets } from './Snippets.tsx'
import { Unreachable } from './Unreachable.tsx'
import { useEmulator } from './useEmulator.ts'
import { useSettings } from './useSettings.ts'
import { Visitor } from './Visitor.tsx'
import { PageHeader } from './PageHeader.tsx'

/**
 * The parts of the page. A wide screen shows several in each column, a narrow screen one at a time.
 */
const parts = { try: 'Try it', settings: 'Settings', activity: 'Activity', code: 'Code' }
type PagePart = keyof typeof parts

const activity = createLog('activity')
const { note } = activity

/** Returns the visitor who is signed in, as the client reports it. */
function useVisitor(client: LatchkeyClient, onChange: (state: State, before: State) => void) {
  const [state, setState] = useState<State>(() => {
    const [user, session] = [client.user.getSync(), client.session.getSync()]
    return user && session ? { user, session } : {}
  })
  const latest = useRef(state)
  useEffect(
    () =>
      client.onStateChange((next) => {
        onChange(next, latest.current)
        latest.current = next
        setState(next)
      }),
    [client],
  )
  return state
}

/** The playground: settings on the left, the widget in the middle, its effects on the right. */
export function App({ client, publicToken, chunks }: { client: LatchkeyClient; publicToken: string; chunks: EmbedChunks }) {
  const [settings, change] = useSettings()
  const [part, setPart] = useState<PagePart>('try')
  /** Counts the visits to the log-in screen. Each new visit mounts the widget again. */
  const [visit, setVisit] = useState(0)
  const [sent, setSent] = useState(false)
  const [screen, setScreen] = useState<Screen>('logIn')
  const emulator = useEmulator()
  const visitor = useVisitor(client, (state, before) =>
    note('state', !state.session ? 'Signed out' : before.session ? 'Session changed' : 'Signed in', state),
  )
  const props = useMemo(() => toLoginProps(settings), [settings])

  const startOver = () => {
    setSent(false)
    setScreen('logIn')
    setVisit((before) => before + 1)
  }
  const show = (next: PagePart) => {
    setPart(next)
    document.getElementById(next)?.scrollIntoView({ block: 'start' })
    document.getElementById(next)?.focus({ preventScroll: true })
  }

  return (
    <>
      <SkipLink to="widget" before={() => setPart('try')}>
        Skip to the widget
      </SkipLink>
      <PageHeader Icon={KeyRound} title="Latchkey playground" about="The real widget and an emulated provider, on this machine alone.">
        <nav aria-label="Parts of this page">
          {Object.entries(parts).map(([name, label]) => (
            <button key={name} type="button" aria-current={part === name ? 'true' : undefined} onClick={() => show(name as PagePart)}>
              {label}
            </button>
          ))}
        </nav>
        <div className="actions">
          <a className="button" href={`gallery/${writeSettings(settings)}`} title="Every screen of the widget, in this theme and language">
            <Images aria-hidden size={16} /> <span>Gallery</span>
          </a>
          <a className="button" href="app/" title="An app that visitors let in: consent and log-out">
            <AppWindow aria-hidden size={16} /> <span>Third-party app</span>
          </a>
          <a className="button" href="agent/" title="An agent (MCP) that visitors let in: choose its tools, and end its access">
            <Bot aria-hidden size={16} /> <span>Agent</span>
          </a>
          <a className="button" href="b2b/" title="The client for organizations and their members">
            <Building2 aria-hidden size={16} /> <span>Organizations</span>
          </a>
        </div>
      </PageHeader>
      {!emulator.reachable && <Unreachable />}
      <main data-part={part}>
        <div className="column left">
          <div id="settings" tabIndex={-1} data-of="settings">
            <Controls settings={settings} change={change} />
            <ProviderControls client={client} emulator={emulator} note={note} />
          </div>
        </div>
        <div className="column middle">
          <div id="try" tabIndex={-1} data-of="try">
            <Preview
              client={client}
              props={props}
              settings={settings}
              change={change}
              chunks={chunks}
              screen={screen}
              visit={visit}
              step={visitor.session ? 'in' : sent ? 'sent' : 'start'}
              startOver={startOver}
              onEvent={({ type, data }) => {
                note('event', type, data)
                if (type === 'MAGIC_LINK_LOGIN_OR_CREATE' || type === 'OTP_LOGIN_OR_CREATE') {
                  setSent(true)
                  void emulator.look()
                }
              }}
              onError={(error) => note('error', error.message, error)}
            />
            <Visitor
              client={client}
              visitor={visitor}
              ahead={emulator.ahead}
              minutes={settings.sessionMinutes}
              note={note}
              show={setScreen}
              signedOut={startOver}
            />
          </div>
          <div id="code" tabIndex={-1} data-of="code">
            <Snippets
              of={{
                ...(settings.ownServer ? { backend: BACKEND } : { publicToken }),
                // the page's own server has the emulator, and the files of the script tag
                ...(!settings.ownServer && !isOnSite && { base: `${base}/embed/`, baseUrl: base }),
                element: '#login',
                ...toSnippetProps(settings),
                plainEnglish: settings.language === 'enPlain' || (settings.language === 'en' ? false : undefined),
              }}
              chunks={chunks}
            />
          </div>
        </div>
        <div className="column right">
          <div data-of="try">
            <Outbox messages={emulator.messages} />
          </div>
          <div id="activity" tabIndex={-1} data-of="activity">
            <EventLog
              log={activity}
              title="Activity"
              lists="Every event, error and change of the session that the host page hears of is listed here."
            />
          </div>
        </div>
      </main>
    </>
  )
}
