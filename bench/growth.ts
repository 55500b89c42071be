/**
 * Measures how the cost grows with the number of providers on a form, of widgets on a page, and of
 * passkeys that a visitor has.
 */
import type { OAuthProvider } from '../src/api/entities.ts'
import { oauthProviders } from '../src/api/oauthProviders.ts'
import { latchkeyPasskeys, latchkeyProviders, latchkeyWidgets } from './contestants/latchkey.ts'
import { stytchProviders, stytchWidgets } from './contestants/stytch.ts'
import { times, type Site } from './measure.ts'
import type { Contestant } from './contestants/contestant.ts'
import type { GrowthResult } from './results.ts'
import { withPasskeys } from './site.ts'

/** Every provider that Latchkey has a logo for. */
const providers = Object.keys(oauthProviders) as OAuthProvider[]

/**
 * What grows, and the contestants for each count: Latchkey, and the provider's SDK 5 if it has the
 * same thing.
 */
export interface Growth {
  what: string
  rows: { count: number; contestant: Contestant }[]
}

export const growth: Growth[] = [
  {
    what: 'providers on one form',
    rows: [1, 3, providers.length].flatMap((count) =>
      [latchkeyProviders, stytchProviders].map((make) => ({
        count,
        contestant: { ...make(providers.slice(0, count)), controls: { button: count } },
      })),
    ),
  },
  {
    what: 'widgets on one page',
    rows: [1, 10].flatMap((count) =>
      [latchkeyWidgets, stytchWidgets].map((make) => ({ count, contestant: { ...make(count), controls: { field: count } } })),
    ),
  },
  { what: 'passkeys in the list, including log-in', rows: withPasskeys.map((count) => ({ count, contestant: latchkeyPasskeys(count) })) },
]

/** Times them with a slow CPU and a fast network. */
export const measureGrowth = async (site: Site, groups: Growth[], runs: number): Promise<GrowthResult[]> => {
  const timeResults = await times(
    site,
    groups.flatMap(({ rows }) => rows.map(({ contestant }) => contestant)),
    runs,
    'cpu',
  )
  return groups.map(({ what, rows }) => ({
    what,
    rows: rows.map(({ count, contestant: { id, name } }) => ({ count, name, ...timeResults[id] })),
  }))
}
