import { useState, type ReactNode } from 'react'
import { oauthApp } from '../../../api/askingApp.ts'
import type { Core } from '../../../client/core.ts'
import { rich } from '../../words/rich.ts'
import { useWords } from '../../words/translator.ts'
import { NAME, plainText } from '../../words/untrustedText.ts'
import { words } from './titleWords.ts'

/** How long the form waits for the name of an app, in ms. */
const PATIENCE = 1000

/** The app of a request, or nothing if the server cannot say it in time, by the page's query. */
const apps = new Map<string, string>()

/**
 * Asks the host's server which app sends the visitor, for {@link AskingApp}: its name, or the host
 * of one whose id is a URL. Resolves after the answer, or after a second.
 */
export async function meetApp(core: Core): Promise<void> {
  const { search } = location
  if (!core.backend || !/[?&]sig=/.test(search) || apps.has(search)) return
  const name = async () => {
    const { client } = await (await core.engine()).request(oauthApp, { oauth_query: search.slice(1) })
    // the name is what the app calls itself; its id says whose it is
    const { client_id, client_name } = client
    return plainText(/^https:/.test(client_id) ? new URL(client_id).host : client_name, NAME)
  }
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE, ''))
  apps.set(search, await Promise.race([name().catch(() => ''), late]))
}

/**
 * Says before a consent which app the visitor continues to, or `otherwise`. It never comes later
 * than what is below it.
 */
export function AskingApp({ otherwise }: { otherwise?: ReactNode }) {
  const t = useWords(words)
  const [name] = useState(() => apps.get(location.search))
  const bold = (text: string) => (
    <strong key="app">
      <bdi>{text}</bdi>
    </strong>
  )
  return name || otherwise ? <p className="lk-sub">{name ? rich(t, 'login.toContinue', { name }, { bold }) : otherwise}</p> : null
}
