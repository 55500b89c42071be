/** How the cost grows with what a host asks for: providers on a form, widgets on a page, passkeys of a visitor. */
import { latchkeyPasskeys, latchkeyProviders, latchkeyWidgets } from './contestants/latchkey.mjs'
import { stytchProviders, stytchWidgets } from './contestants/stytch.mjs'
import { times } from './measure.mjs'
import { withPasskeys } from './site.mjs'

/** The providers of spec section 1. */
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

const waitFor = (contestant, what, count) => ({ ...contestant, wanted: { what, count } })

/** `[{ what, rows: [{ count, contestant }] }]`; the provider's SDK 5 beside Latchkey where `peers` are there. */
export const growthOf = (peers) => [
  {
    what: 'providers on one form',
    rows: [1, 3, 19].flatMap((count) =>
      [latchkeyProviders, ...(peers ? [stytchProviders] : [])].map((make) => ({
        count,
        contestant: waitFor(make(providers.slice(0, count)), 'button', count),
      })),
    ),
  },
  {
    what: 'widgets on one page',
    rows: [1, 10].flatMap((count) =>
      [latchkeyWidgets, ...(peers ? [stytchWidgets] : [])].map((make) => ({ count, contestant: waitFor(make(count), 'field', count) })),
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
