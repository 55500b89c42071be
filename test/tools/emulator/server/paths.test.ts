/**
 * Every path that the provider's SDK for Node names is served, or refused as
 * docs/guides/emulator.md announces.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serving } from './serving.ts'
import { root, textOf } from '../../../harness/documents.ts'

const test = suite('emulator: the paths of the SDK for servers')

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
    const routes = routesOfNode()
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
