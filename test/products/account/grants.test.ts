import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { grantsOf } from '../../../src/products/account/grants.ts'

/** Answers with the id of the message, and with what is filled in. */
const t = ((id: string, values?: object) => [id.replace('idpConsent.', ''), ...Object.values(values ?? {})].join(' ')) as Parameters<
  typeof grantsOf
>[2]
/** Without the marks that keep a name from changing the direction of the text around it. */
const read = (scopes: string[], policy?: unknown) =>
  grantsOf(scopes, policy, t)
    .join(' · ')
    .replace(/[\u2068\u2069]/g, '')

const own = [
  { scope: 'calendar:read', description: 'See your calendar' },
  { scope: 'calendar:write' },
  { scope: 'profile', description: 'Everything' },
]
for (const [scopes, policy, shown] of [
  [[], own, ''],
  [['profile'], own, 'personal'],
  [['email'], undefined, 'personal'],
  [['phone'], undefined, 'personal'],
  [['profile', 'email', 'phone'], undefined, 'personal'],
  [['openid', 'full_access', 'offline_access'], undefined, 'openid · full_access · offline_access'],
  [['email', 'openid', 'phone'], undefined, 'personal · openid'],
  [['calendar:read', 'profile'], own, 'See your calendar · personal'],
  [['calendar:write'], own, 'custom calendar:write'],
  [['calendar:read'], undefined, 'custom calendar:read'],
  [['calendar:read'], 'no list', 'custom calendar:read'],
  [['calendar:read'], [null, { scope: 'calendar:read', description: null }], 'custom calendar:read'],
  // only whole names have a text of their own
  [['profiles', 'my.email', 'openid2'], undefined, 'custom profiles · custom my.email · custom openid2'],
] as [string[], unknown, string][]) {
  test(`${scopes.join(' ') || 'no scope'}: ${shown || 'nothing'}`, () => assert.is(read(scopes, policy), shown))
}

test.run()
