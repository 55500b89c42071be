/** How the cost grows with what a host asks for: providers on a form, widgets on a page, passkeys of a visitor. */
import { latchkeyPasskeys, latchkeyProviders, latchkeyWidgets } from './contestants/latchkey.mjs'
import { stytchProviders, stytchWidgets } from './contestants/stytch.mjs'
import { times } from './measure.mjs'
import { withPasskeys } from './site.mjs'

/** Every provider that Latchkey has a logo of. */
const providers = [
  'google',
  'microsoft',
  'apple',
  'github',
  'gitlab',
  'facebook',
  'discord',
  'salesforce',
  'slack',
  'amazon',
  'bitbucket',
  'linkedin',
  'coinbase',
  'twitch',
  'twitter',
  'tiktok',
  'snapchat',
  'figma',
  'yahoo',
]

/** `[{ what, rows: [{ count, contestant }] }]`; the provider's SDK 5 beside Latchkey. */
export const growth = [
  {
    what: 'providers on one form',
    rows: [1, 3, 19].flatMap((count) =>
      [latchkeyProviders, stytchProviders].map((make) => ({
        count,
        contestant: { ...make(providers.slice(0, count)), wanted: { button: count } },
      })),
    ),
  },
  {
    what: 'widgets on one page',
    rows: [1, 10].flatMap((count) =>
      [latchkeyWidgets, stytchWidgets].map((make) => ({ count, contestant: { ...make(count), wanted: { field: count } } })),
    ),
  },
  { what: 'passkeys in the list, log-in included', rows: withPasskeys.map((count) => ({ count, contestant: latchkeyPasskeys(count) })) },
]

/** Under the slow processor, with a fast network. */
export const measureGrowth = async (at, groups, runs) => {
  const timed = await times(
    at,
    groups.flatMap(({ rows }) => rows.map(({ contestant }) => contestant)),
    runs,
    'cpu',
  )
  return groups.map(({ what, rows }) => ({
    what,
    rows: rows.map(({ count, contestant: { id, name } }) => ({ count, name, ...timed[id] })),
  }))
}
