/** The accounts among which a visitor chooses on a stand-in page. */
import { html } from 'hono/html'

/** How many a page lists. */
const MOST = 20

/** Some of the addresses of a project. */
export interface Accounts {
  addresses: string[]
  /** Whether there are more than the page lists. */
  more: boolean
  /** What the visitor looks for: a part of an address. */
  search: string
}

/** Returns the first addresses that contain what the visitor looks for, each once. */
export const firstAccounts = (all: Iterable<string>, search: string | null): Accounts => {
  const addresses = new Set<string>()
  const text = (search ?? '').trim().toLowerCase()
  for (const address of all) {
    if (!address.toLowerCase().includes(text)) continue
    if (addresses.size === MOST && !addresses.has(address)) return { addresses: [...addresses], more: true, search: text }
    addresses.add(address)
  }
  return { addresses: [...addresses], more: false, search: text }
}

/**
 * The field that looks for an account, if the page does not list all. `action`: where the search
 * leads; `fields`: what goes along.
 */
export const searchForm = ({ more, search }: Accounts, action: string, fields: Iterable<[string, string]> = []) =>
  more || search !== ''
    ? html`<form role="search" action="${action}">
  ${[...fields].filter(([name]) => name !== 'search').map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  <label>Search <input type="search" name="search" value="${search}" autocomplete="off"></label>
  <button>Search</button>
</form>`
    : ''
