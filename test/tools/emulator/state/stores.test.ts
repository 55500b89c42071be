/**
 * Every store of the emulator that lives long is part of its state, so that none is forgotten when
 * the state is saved.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objects } from '../../../../src/tools/emulator/state/storeMap.ts'
import { createStores } from '../../../../src/tools/emulator/state/stores.ts'

const test = suite('emulator: its stores')
const root = fileURLToPath(new URL('../../../../src/tools/emulator/', import.meta.url))

/** What may be lost with the process, by file, and why. */
const shortLived: Record<string, string[]> = {
  'visitors get a code, a link or a challenge, and use it within minutes': [
    'b2b/index.ts impersonationTokens',
    'b2b/magicLinks.ts links',
    'b2b/codes.ts codes',
    'b2b/codes.ts requesters',
    'b2b/intermediateSessions.ts identities',
    'methods/cryptoWallets.ts challenges',
    'openid/authorizations.ts codes',
    'methods/magicLinks.ts invitations',
    'methods/otps.ts codes',
    'methods/passwords.ts resets',
    'provider.ts emailLinks',
    'provider.ts impersonationTokens',
    'methods/webauthn.ts authentications',
    'methods/webauthn.ts registrations',
    'sessions/firstFactors.ts factors',
  ],
  'wrong tries count for an hour': ['sessions/confirmations.ts tries'],
  'the cookies of a page in which the emulator runs': ['sessions/opaqueTokens.ts own'],
  'a browser is on its way through a page of a provider': [
    'b2b/oauth.ts arrivals',
    'b2b/sso.ts arrivals',
    'methods/oauth.ts attachments',
    'methods/oauth.ts signIns',
    'methods/oneTap.ts flows',
    'standIns/accountChoice.ts flows',
  ],
  'a proof of one call': ['provider.ts captchaTokens', 'provider.ts telemetryIds', 'requests/workProofs.ts spent'],
  'a record for the test that is running': [
    'controls/faults.ts faults',
    'index.ts crashes',
    'controls/outbox.ts messages',
    'provider.ts events',
    'controls/requestLog.ts requests',
  ],
  'counted within a minute': ['controls/outbox.ts sendsOf'],
  'requests that are waiting': ['controls/faults.ts waiting'],
  'made anew when the emulator starts': [
    'openid/subjects.ts sources',
    'node.ts reasons',
    'requests/router.ts calls',
    'state/stores.ts stores',
    'state/storeMap.ts #turnByKey',
    'state/storeMap.ts keysByText',
    'state/storeMap.ts running',
  ],
  'in a page, not in the emulator': ['standIns/iframeService.ts csrfTokens'],
  'gone when the function returns': ['standIns/accounts.ts addresses', 'requests/pagination.ts pageItems', 'server/userSearch.ts matches'],
  'the map of any store that expires, which its creator names': ['state/expiring.ts entries'],
}

/** Returns the name of what a value is created for. */
const nameOf = (node: ts.Node): string => {
  const { parent } = node
  // given to something, or assigned
  if (ts.isBinaryExpression(parent)) return parent.left.getText()
  const hasName =
    ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent)
  return hasName ? parent.name.getText() : nameOf(parent)
}

/**
 * Finds what a module creates empty: a map, a set, a list, or a store whose values expire and that
 * is in no other. Those of `createStores` are not found, because they are created there.
 */
const emptyOnes = (file: string, text: string) => {
  const lines: string[] = []
  const visit = (node: ts.Node) => {
    const isCreation = ts.isNewExpression(node) && /^(?:Weak)?(?:Map|Set)$/.test(node.expression.getText()) && !node.arguments?.length
    const expiring = ts.isCallExpression(node) && node.expression.getText() === 'createExpiring' && node.arguments.length === 1
    const list = ts.isArrayLiteralExpression(node) && node.elements.length === 0 && ts.isVariableDeclaration(node.parent)
    if (isCreation || expiring || list) lines.push(`${file} ${nameOf(node)}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return lines
}

test('the search finds a map, a set, a list and an expiring store, and no part of the state', () => {
  const text = `const a = new Map<string, User>()
    export const create = (clock: Clock, stores: Stores, given = new Set()) => {
      const b: User[] = []
      return { c: createExpiring<User>(clock), d: stores.map<User>('d'), e: createExpiring(clock, stores.map('e')), f: new Set([1]), g: [] }
    }`
  assert.equal(emptyOnes('x.ts', text), ['x.ts a', 'x.ts given', 'x.ts b', 'x.ts c'])
})

test('what is no part of the state is listed here, with the reason', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const places = files.flatMap((file) => emptyOnes(file.replaceAll('\\', '/'), readFileSync(root + file, 'utf8')))
  assert.equal(
    places.sort(),
    Object.values(shortLived).flat().sort(),
    'Create a store that lives long with `stores.map`. List one that lives for minutes in this test.',
  )
})

const nameShape = objects<{ name: string }>({ name: 'string' })

test('stores begin with what was saved, and tell what nobody has opened', () => {
  const stores = createStores()
  stores.map('users', nameShape).set('1', { name: 'Ada' })
  stores.record('clock', { ahead: 5, other: 1 })
  const state = stores.save()
  assert.equal(state.stores, { users: [['1', { name: 'Ada' }]], clock: { ahead: 5, other: 1 } })

  const next = createStores(state.stores)
  const users = next.map('users', nameShape)
  assert.equal(next.unread(), ['clock'])
  assert.equal(next.record('clock', { ahead: 0, more: 2 }), { ahead: 5, other: 1, more: 2 })
  assert.equal(next.unread(), [])
  users.get('1')!.name = 'Eve'
  assert.equal(state.stores.users, [['1', { name: 'Ada' }]], 'the state is a copy')
  assert.throws(() => next.map('users', nameShape), 'Two stores have the name users')
})

test('a value that JSON would lose is an error', () => {
  for (const value of [new Uint8Array(1), new Map(), new Set(), new (class Thing {})()]) {
    const stores = createStores()
    stores.map('things', objects<{ value: unknown }>({})).set('1', { value })
    assert.throws(() => stores.save(), /The store things has a value that is not JSON/)
  }
})

test.run()
