import { useLayoutEffect, useState, type ReactNode } from 'react'
import { oauthApp } from '../../../api/askingApp.ts'
import { useUi, type Ui } from '../../context.ts'
import { rich } from '../../words/rich.ts'
import { useWords } from '../../words/translator.ts'
import { NAME, plainText } from '../../words/untrustedText.ts'
import { words } from './askingAppWords.ts'

/** How long the form waits for the name of an app, in ms. */
const PATIENCE = 1000

/** The app of a request, or nothing if the server cannot say it in time, by the page's query. */
const apps = new Map<string, string>()

/**
 * Asks the host's server which app sends the visitor: its name, or the host of one whose id is a
 * URL. Resolves after the answer, or after a second.
 */
async function meetApp(ui: Ui): Promise<void> {
  const { core, kit } = ui
  const { search } = location
  const name = async () => {
    const { client } = await (await core.engine()).request(oauthApp, { oauth_query: search.slice(1) })
    const { client_id, client_name } = client
    // the sentence is not among a language's first words
    await (await kit.load()).fetchLaterWords(ui)
    // the name is what the app calls itself; its id says whose it is
    return plainText(/^https:/.test(client_id) ? new URL(client_id).host : client_name, NAME)
  }
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE, ''))
  apps.set(search, await Promise.race([name().catch(() => ''), late]))
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
    const { search } = location
    const say = () => (wait(false), setName(apps.get(search)))
    // Better Auth answers about a request that it has signed
    const isAsked = ui.core.backend && /[?&]sig=/.test(search) && !apps.has(search)
    if (!isAsked) return say()
    wait(true)
    void meetApp(ui).then(say)
  }, [])
  const bold = (text: string) => (
    <strong key="app">
      <bdi>{text}</bdi>
    </strong>
  )
  if (isWaiting) return <p className="lk-asking" hidden />
  return name || otherwise ? <p className="lk-sub">{name ? rich(t, 'login.toContinue', { name }, { bold }) : otherwise}</p> : null
}
