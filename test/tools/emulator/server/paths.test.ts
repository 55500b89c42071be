/**
 * Every path that the provider's SDKs for servers name is served, or refused as
 * docs/guides/emulator.md announces: all of the SDK for Node, from the package that is installed,
 * and paths.json for those for Python, Go and Ruby. It has the routes of every file of theirs that
 * names one, for consumers and for organizations, each from one commit, and apart from them what is
 * written by hand in them. Those are copies that a public index of their repositories had, not
 * releases, and not all of one age:
 *
 * - Go: the newest major version that was stored of each file, which its name here says. Version 18
 *   was stored of 25 of the 62.
 * - Python and Ruby: the newest that was found of each. Ruby's files for users, WebAuthn, and the
 *   sessions and SSO of organizations are years old, and miss calls that the others have.
 * - Left out: what a later version of the same SDK replaced
 *   (`/v1/b2b/scim/:organization_id/connections`, `GET /v1/users/pending`), and files that only put
 *   others together.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serving } from './serving.ts'
import { root, textOf } from '../../../harness/documents.ts'
import others from './paths.json'

const test = suite('emulator: the paths of the SDKs for servers')

/** The routes of the SDK for Node that is installed: `GET /v1/users/:user_id`. */
const routesOfNode = () => {
  const folder = join(root, 'node_modules/stytch/dist')
  const route = /method: "(\w+)",\s*url: [`"]([^`"]+)[`"]/g
  const routes = ['b2c', 'b2b', 'shared'].flatMap((name) =>
    readdirSync(join(folder, name)).flatMap((file) =>
      [...readFileSync(join(folder, name, file), 'utf8').matchAll(route)].map(([, method, url]) => `${method} ${url}`),
    ),
  )
  return [...new Set(routes)].map((text) => text.replace(/\$\{(?:encodeURIComponent\()?[\w.]+?\.(\w+)\)?\}/g, ':$1'))
}

const othersByHand = others.byHand.map(({ route }) => route)
const generatedRoutes = others.generated.flatMap(({ routes }) => routes)

const withoutNames = (route: string) => route.replace(/:\w+/g, ':')
/** Those of some routes that others do not have, whatever their parameters are called. */
const missing = (routes: string[], from: string[]) => {
  const others = new Set(from.map(withoutNames))
  return [...new Set(routes)].filter((route) => !others.has(withoutNames(route)))
}

test('every file of the SDKs for Python, Go and Ruby is recorded once, with its commit', () => {
  const files = others.generated.map(({ from }) => from)
  assert.is(new Set(files).size, files.length)
  assert.equal(
    ['Go', 'Python', 'Ruby'].map((sdk) => files.filter((file) => file.startsWith(sdk)).length),
    [62, 62, 30],
  )
  for (const { from, commit, routes } of others.generated) {
    assert.match(commit, /^[\da-f]{40}$/, from)
    assert.ok(routes.length > 0, from)
    assert.equal(
      routes.filter((route) => !/^(?:GET|POST|PUT|DELETE) \/v1\/[\w/:]+$/.test(route)),
      [],
      from,
    )
  }
})

test('what is in the SDKs for Python, Go and Ruby is in the SDK for Node too, but for one route, and the other way round, but for two', () => {
  const ofNode = routesOfNode()
  assert.equal(missing(generatedRoutes, ofNode), [])
  assert.equal(missing(othersByHand, ofNode), ['POST /v1/oauth2/introspect'])
  assert.equal(missing(ofNode, [...generatedRoutes, ...othersByHand]).map(withoutNames), [
    'DELETE /v1/users/:/external_id',
    'DELETE /v1/b2b/sso/saml/:/connections/:/encryption_private_keys/:',
  ])
})

/** The calls that the document announces as refused, by the names of the SDK for Node. */
const gaps: [call: string, route: RegExp][] = [
  ['`fraud.*`', /^POST \/v1\/(?:email\/risk|fingerprint\/lookup|rules\/\w+|verdict_reasons\/\w+)$/],
  ['`idp.oauth.*`', /^POST \/v1\/b2b\/idp\/oauth\/authorize(?:\/start)?$/],
]

test('each is served, or announced', () =>
  serving(async ({ emulator }) => {
    const { project_id, secret } = emulator
    const Authorization = `Basic ${btoa(`${project_id}:${secret}`)}`
    const document = textOf('docs/guides/emulator.md')
    const routes = [...new Set([...routesOfNode(), ...othersByHand, ...generatedRoutes])]
    assert.ok(routes.length > 180, String(routes.length))
    const refusals: string[] = []
    for (const route of routes) {
      const [method, path = ''] = route.split(' ')
      const url = `https://test.stytch.com${path.replace(/:(?:project_id|audience)/, project_id).replace(/:\w+/g, 'anything')}`
      const body = method === 'GET' ? undefined : '{}'
      const answer = await emulator.fetch(
        new Request(url, { method, headers: { Authorization, 'Content-Type': 'application/json' }, body }),
      )
      if ((await answer.json()).error_type === 'route_not_found') refusals.push(route)
    }
    assert.equal(
      refusals.filter((route) => !gaps.some(([, those]) => those.test(route))),
      [],
    )
    for (const [call, those] of gaps) {
      assert.match(document, new RegExp(`\\| ${call.replace(/[.*]/g, '\\$&')}[^|]*\\|[^\\n]*\`route_not_found\``), call)
      assert.ok(
        refusals.some((route) => those.test(route)),
        `${call} is refused`,
      )
    }
  }))

test.run()
