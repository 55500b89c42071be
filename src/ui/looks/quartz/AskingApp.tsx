import { useLayoutEffect, useState, type ReactNode } from 'react'
import { oauthApp } from '../../../api/askingApp.ts'
import { sentByApp } from '../../../browser/appRequest.ts'
import { useUi, type Ui } from '../../context.ts'
import { rich } from '../../words/rich.ts'
import { useWords } from '../../words/translator.ts'
import { NAME, plainText } from '../../words/untrustedText.ts'
import { words } from './askingAppWords.ts'

/** How long the form waits for the name of an app, in ms. */
const PATIENCE = 1000

/** An app that sends the visitor, for one widget. */
interface App {
  /** The query of the page that it sends them to. */
  search: string
  /** Empty if the server cannot say it in time. */
  name?: string
  /** Resolves when the name is there, and the words for it. */
  known: Promise<void>
}

/** By the `visit` of a widget. */
const apps = new WeakMap<Ui['visit'], App>()

/** What the host's server said, by the query that it was asked with. */
const names = new Map<string, Promise<string>>()

/**
 * Asks for the name of an app. If the id of the app is a URL, returns the host of that: the name is
 * what an app calls itself, and its id says whose it is.
 */
const askName = async ({ core }: Ui, search: string) => {
  const { client } = await (await core.engine()).request(oauthApp, { oauth_query: search.slice(1) })
  const { client_id, client_name } = client
  return plainText(/^https:/.test(client_id) ? new URL(client_id).host : client_name, NAME)
}

/**
 * Returns the app that sends the visitor to a widget, or nothing where no app does. Asks the host's
 * server once for each query.
 */
export function askingApp(ui: Ui): App | undefined {
  // not where the form is prerendered
  if (!ui.core.backend || typeof location === 'undefined' || !sentByApp()) return
  const { search } = location
  const last = apps.get(ui.visit)
  if (last?.search === search) return last
  const name = async () => {
    const asked = names.get(search) ?? askName(ui, search).catch(() => '')
    names.set(search, asked)
    // the sentence is not among a language's first words
    const [answer] = await Promise.all([asked, ui.kit.load().then((kit) => kit.fetchLaterWords(ui))])
    return answer
  }
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE, ''))
  const app: App = { search, known: Promise.race([name().catch(() => ''), late]).then((answer) => void (app.name = answer)) }
  apps.set(ui.visit, app)
  return app
}

/**
 * Says before a consent which app the visitor continues to, or `otherwise`. What is below it shows
 * when that is known (later.css), so that nothing moves then.
 */
export function AskingApp({ otherwise }: { otherwise?: ReactNode }) {
  const ui = useUi()
  const t = useWords(words)
  // not in the first rendering, which is the server's if it has prerendered the form
  const [name, setName] = useState<string>()
  const [isWaiting, wait] = useState(false)
  useLayoutEffect(() => {
    const app = askingApp(ui)
    const say = () => (wait(false), setName(app?.name))
    if (!app || app.name !== undefined) return say()
    wait(true)
    void app.known.then(say)
  }, [])
  const bold = (text: string) => (
    <strong key="app">
      <bdi>{text}</bdi>
    </strong>
  )
  if (isWaiting) return <p className="lk-asking" hidden />
  return name || otherwise ? <p className="lk-sub">{name ? rich(t, 'login.toContinue', { name }, { bold }) : otherwise}</p> : null
}
