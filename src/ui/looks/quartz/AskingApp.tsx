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

/** An app that sends the visitor. */
interface App {
  /** Empty if the server cannot say it in time. */
  name?: string
  /** Resolves when the name is there. */
  known: Promise<void>
}

/** The apps that the host's server was asked for, by the page's query. */
const apps = new Map<string, App>()

/**
 * Asks the host's server, once for each query, which app sends the visitor: its name, or the host
 * of one whose id is a URL. Returns nothing where no app does.
 */
export function askingApp(ui: Ui): App | undefined {
  const { core, kit } = ui
  // not where the form is prerendered
  if (!core.backend || typeof location === 'undefined' || !sentByApp()) return
  const { search } = location
  const name = async () => {
    const { client } = await (await core.engine()).request(oauthApp, { oauth_query: search.slice(1) })
    const { client_id, client_name } = client
    // the sentence is not among a language's first words
    await (await kit.load()).fetchLaterWords(ui)
    // the name is what the app calls itself; its id says whose it is
    return plainText(/^https:/.test(client_id) ? new URL(client_id).host : client_name, NAME)
  }
  const ask = () => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE, ''))
    const app: App = { known: Promise.race([name().catch(() => ''), late]).then((text) => void (app.name = text)) }
    apps.set(search, app)
    return app
  }
  return apps.get(search) || ask()
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
