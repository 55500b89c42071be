/**
 * Checks that docs/internals/protocol.md has exactly the calls that `src/api/` declares, with what
 * each declaration says.
 */
import { marked, type Tokens } from 'marked'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { B2bRules } from '../../src/api/b2b/call.ts'

const root = new URL('../../', import.meta.url)

type Declared = Partial<B2bRules> & { route: string }

/** The declarations in an export, at any depth. */
const declaredIn = (value: unknown): Declared[] => {
  if (!value || typeof value !== 'object') return []
  return 'route' in value ? [value as Declared] : Object.values(value).flatMap(declaredIn)
}

const files = readdirSync(new URL('src/api/', root), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const modules: object[] = await Promise.all(files.map((name) => import(`../../src/api/${name.replace(/\.ts$/, '')}.ts`)))
const declared = modules.flatMap((module) => Object.values(module).flatMap(declaredIn))

const described = readFileSync(new URL('docs/internals/protocol.md', root), 'utf8')
/** The rows of the document's tables, as lists of cells. */
const rows = marked
  .lexer(described)
  .filter((token): token is Tokens.Table => token.type === 'table')
  .flatMap((table) => table.rows.map((row) => row.map(({ text }) => text)))
/** The row of each call, by its route. */
const calls = new Map(
  rows.flatMap((cells) => {
    const route = /^`((?:GET|POST|PUT|DELETE) [^`]+)`$/.exec(cells[0]!)?.[1]
    return route ? [[route, cells] as const] : []
  }),
)
/** A browser is sent to pages; the client sends calls. */
const isPage = ({ route }: Declared) => route.startsWith('GET /v1/')

test('it has exactly the calls that are declared', () => {
  assert.ok(declared.length > 100)
  assert.equal([...calls.keys()].sort(), [...new Set(declared.filter((call) => !isPage(call)).map(({ route }) => route))].sort())
  const pages = rows.map(([page]) => page)
  for (const { route } of declared.filter(isPage)) assert.ok(pages.includes('`' + route.replace('GET ', '') + '`'), route)
})

test('it has the fields that a call needs, those that the client adds and reads, and the proofs', () => {
  for (const call of declared.filter((call) => !isPage(call))) {
    const [route, sent, read, proofs] = calls.get(call.route)!
    const named = (text: string) => [...text.matchAll(/\w+/g)].map(([name]) => name)
    const added = [call.intermediateToken && 'intermediate_session_token', call.challenge?.[0], call.verifier?.[0]]
    const fields = [...Object.keys(call.needs ?? {}), ...added.filter((name) => name !== undefined)]
    assert.equal(
      fields.filter((name) => !named(route + sent!).includes(name)),
      [],
      `${call.route} sends`,
    )
    assert.equal(
      named(Object.keys(call.gives ?? {}).join(' ')).filter((name) => !named(read!).includes(name)),
      [],
      `${call.route} answers`,
    )
    assert.is(read!.includes('session'), Boolean(call.signsIn || call.authenticates), `${call.route} signs in`)
    assert.is(proofs, call.guard ?? '', `${call.route} carries`)
  }
})

test.run()
