/**
 * Every path that the provider's SDKs for servers name is served, or refused as docs/guides/emulator.md announces: all of the SDK for Node, from the package that is installed. Those for
 * Python, Go and Ruby are made from the same description of the API: paths.json has what is written by hand in them, and what is generated in 17 of their files, with the commit, where the SDK for
 * Node has the same. It does not have every file of theirs.
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
  const found = ['b2c', 'b2b', 'shared'].flatMap((name) =>
    readdirSync(join(folder, name)).flatMap((file) =>
      [...readFileSync(join(folder, name, file), 'utf8').matchAll(route)].map(([, method, url]) => `${method} ${url}`),
    ),
  )
  return [...new Set(found)].map((text) => text.replace(/\$\{(?:encodeURIComponent\()?[\w.]+?\.(\w+)\)?\}/g, ':$1'))
}

const othersByHand = others.byHand.map(({ route }) => route)
const othersGenerated = others.generated.flatMap(({ routes }) => routes)

test('what is generated in the SDKs for Python, Go and Ruby is in the SDK for Node too', () => {
  const unnamed = (route: string) => route.replace(/:\w+/g, ':')
  const ofNode = new Set(routesOfNode().map(unnamed))
  assert.ok(othersGenerated.length > 60)
  assert.equal(
    othersGenerated.filter((route) => !ofNode.has(unnamed(route))),
    [],
  )
})

/** The calls that the document announces as refused, by the names of the SDK for Node. */
const announced: [call: string, route: RegExp][] = [
  ['`fraud.*`', /^POST \/v1\/(?:email\/risk|fingerprint\/lookup|rules\/\w+|verdict_reasons\/\w+)$/],
  ['`idp.oauth.*`', /^POST \/v1\/b2b\/idp\/oauth\/authorize(?:\/start)?$/],
]

test('each is served, or announced', () =>
  serving(async ({ emulator }) => {
    const { project_id, secret } = emulator
    const Authorization = `Basic ${btoa(`${project_id}:${secret}`)}`
    const document = textOf('docs/guides/emulator.md')
    const routes = [...new Set([...routesOfNode(), ...othersByHand, ...othersGenerated])]
    assert.ok(routes.length > 180, String(routes.length))
    const refused: string[] = []
    for (const route of routes) {
      const [method, path = ''] = route.split(' ')
      const url = `https://test.stytch.com${path.replace(/:(?:project_id|audience)/, project_id).replace(/:\w+/g, 'anything')}`
      const body = method === 'GET' ? undefined : '{}'
      const answer = await emulator.fetch(
        new Request(url, { method, headers: { Authorization, 'Content-Type': 'application/json' }, body }),
      )
      if ((await answer.json()).error_type === 'route_not_found') refused.push(route)
    }
    assert.equal(
      refused.filter((route) => !announced.some(([, those]) => those.test(route))),
      [],
    )
    for (const [call, those] of announced) {
      assert.match(document, new RegExp(`\\| ${call.replace(/[.*]/g, '\\$&')}[^|]*\\|[^\\n]*\`route_not_found\``), call)
      assert.ok(
        refused.some((route) => those.test(route)),
        `${call} is refused`,
      )
    }
  }))

test.run()
