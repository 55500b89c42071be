/** The page of another provider on which a visitor chooses an account, on the way through it. */
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Clock } from '../state/clock.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { firstAccounts, type Accounts } from './accounts.ts'

/** How long a visitor can take to choose an account. */
const FLOW_MINUTES = 10
/** How long the token is valid with which the visitor returns. */
export const TOKEN_MINUTES = 5

interface Choice<Flow> {
  clock: Clock
  /** Where the page sends the choice. */
  path: string
  addressesOf: (flow: Flow) => Iterable<string>
  /** Renders the page, which sends the choice to `address`. */
  pageOf: (flow: Flow, accounts: Accounts, address: string) => Response | Promise<Response>
  /** Returns the URL to which the browser goes after this choice. Refuses an invalid one. */
  land: (flow: Flow, choice: URLSearchParams) => string
}

/** Serves where the page sends the choice. Returns the function that begins a flow. */
export const serveAccountChoice = <Flow>({ page }: Router, { clock, path, addressesOf, pageOf, land }: Choice<Flow>) => {
  const flows = createExpiring<Flow>(clock)
  const show = (flow: Flow, address: string, search: string | null) => pageOf(flow, firstAccounts(addressesOf(flow), search), address)

  page(`GET ${path}/:id`, ({ url, basePath, params: { id = '' } }) => {
    const flow = flows.find(id) ?? refuse('oauth_flow_callback_error')
    const query = new URL(url).searchParams
    const search = query.get('search')
    if (search !== null) return show(flow, `${basePath}${path}/${id}`, search)
    const address = land(flow, query)
    // If the address is not valid, the visitor can choose again.
    flows.spend(id)
    return new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } })
  })

  return (flow: Flow, basePath: string) => {
    const id = randomToken()
    flows.put(id, flow, FLOW_MINUTES)
    return show(flow, `${basePath}${path}/${id}`, null)
  }
}
