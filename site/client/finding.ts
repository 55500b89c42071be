/** Finds what a visitor types, in an index of all passages. */
import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import type { Entry } from './terms.ts'

export type Match = SearchResult & Entry

/** With fewer results that have all words, those with some words follow. */
const FEW = 5

/** More results than this nobody reads. */
const MOST = 20

/** What hosts type, in the words of the guides. */
const synonyms: Record<string, string> = {
  '2fa': 'two-factor authentication',
  mfa: 'two-factor authentication',
  'second factor': 'two-factor authentication',
  logout: 'sign out revoke',
  'log out': 'sign out revoke',
  signout: 'sign out revoke',
  'sign out': 'sign out revoke',
  'sign-out': 'sign out revoke',
  'magic link': 'email links',
  csp: 'content security policy',
  sms: 'code text message',
  ssr: 'html of your server',
  sso: 'organizations sign-on',
  saml: 'organizations sign-on',
  'rate limit': 'limits',
  translate: 'languages texts',
  i18n: 'languages texts',
  google: 'social sign-in',
  apple: 'social sign-in',
  onetap: 'google one tap',
  totp: 'authenticator app',
  otp: 'one-time codes',
  theme: 'theming',
  'dark mode': 'light dark automatic',
  css: 'theming',
  database: 'your own users',
}

/** Hosts look for a guide first, unless they type a name of the code (`otp_code_not_found`). */
const isName = (text: string) => /[._/$()]|\p{Ll}\p{Lu}/u.test(text)

export const find = (index: MiniSearch<Entry>, typed: string): Match[] => {
  const text = synonyms[typed.trim().toLowerCase()] ?? typed
  const weights: Record<string, number> = { Project: 0.25, ...(!isName(text) && { Reference: 0.3, Playground: 0.3 }) }
  const isUnknown = (term: string) => index.search(term, { prefix: true }).length === 0
  const options = {
    prefix: true,
    // a word that is there is no typing mistake for another one
    fuzzy: (term: string) => (term.length > 4 && isUnknown(term) ? 0.34 : false),
    boost: { page: 3, heading: 3 },
    boostDocument: (_id: unknown, _term: string, entry?: Record<string, unknown>) => weights[entry?.section as string] ?? 1,
  }
  const every = index.search(text, { ...options, combineWith: 'AND' }) as Match[]
  const ids = new Set(every.map(({ id }) => id as number))
  const some = every.length < FEW ? (index.search(text, options) as Match[]).filter(({ id }) => !ids.has(id as number)) : []
  return [...every, ...some].slice(0, MOST)
}
