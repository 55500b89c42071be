/**
 * Which flows have run with which client: the tests beside this file compare runs.json with what
 * they have just run, and the table of docs/guides/emulator.md is made of it alone. So a row cannot
 * be there that no test has run. `LATCHKEY_RECORD=1 npm test -- --all test/hosts/providerSdk`
 * writes both.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import type { ClientName } from './clients.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const file = `${root}test/hosts/providerSdk/runs.json`
const guide = `${root}docs/guides/emulator.md`
const read = (path: string) => readFileSync(path, 'utf8')

/** The version of the package that each client ran with, by flow and client. */
type Section = Record<string, Partial<Record<ClientName, string>>>
const whose = ['users', 'members', 'Admin Portal'] as const
export type Whose = (typeof whose)[number]
type Runs = Record<Whose, Section>

/**
 * The columns of the table, by the beginning of the names of clients: the package, and the folder
 * in which it is installed.
 */
const columns = [
  ['vanilla-js 5', '@stytch/vanilla-js', '@stytch/vanilla-js'],
  ['vanilla-js 6', '@stytch/vanilla-js', 'provider-6'],
  ['react 20', '@stytch/react', '@stytch/react'],
] as const

/** The version of a client's package that is installed. */
export const versionOf = (client: ClientName): string => {
  const [, , folder] = columns.find(([prefix]) => client.startsWith(prefix))!
  return JSON.parse(read(`${root}node_modules/${folder}/package.json`)).version
}

/** The file names the version of each client once, and the clients of each flow. */
export const readRuns = (): Runs => {
  const { versions, ...sections } = JSON.parse(read(file)) as { versions: Record<ClientName, string> } & Record<
    Whose,
    Record<string, ClientName[]>
  >
  const withVersions = (clients: ClientName[]) => Object.fromEntries(clients.map((client) => [client, versions[client]]))
  return mapped(sections, (section) => mapped(section, withVersions)) as Runs
}

const writeRuns = (runs: Runs) => {
  const versions = Object.assign({}, ...Object.values(runs).flatMap((section) => Object.values(section)))
  const named = mapped(runs, (section) => mapped(section, (clients) => Object.keys(clients)))
  writeFileSync(
    file,
    JSON.stringify({ versions, ...named }, null, 2).replace(/\[\s+([^\]]+?)\s+\]/g, (_, list) => `[${list.replace(/\s+/g, ' ')}]`) + '\n',
  )
}

const mapped = <Value, Result>(of: Record<string, Value>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]))

/** The table, one row for flows with the same cells. Throws if a client ran with two versions. */
export const tableOf = (runs: Runs): string => {
  const rows = whose.flatMap((name) => Object.entries(runs[name]).map(([flow, clients]) => [name, flow, Object.entries(clients)] as const))
  const titles = columns.map(([prefix, name]) => {
    const versions = new Set(
      rows.flatMap(([, , clients]) => clients.filter(([client]) => client.startsWith(prefix)).map(([, version]) => version)),
    )
    assert.ok(versions.size < 2, `${prefix} ran with the versions ${[...versions].join(', ')}`)
    return `\`${name}\` ${[...versions].join()}`
  })
  const flows = new Map<string, string[]>()
  for (const [name, flow, clients] of rows) {
    const cells = columns.map(([prefix]) => {
      const halves = clients
        .filter(([client]) => client.startsWith(prefix))
        .map(([client]) => (client.endsWith('headless') ? 'headless' : 'screens'))
      return halves.length > 1 ? 'both' : halves.join('')
    })
    const key = [name, ...cells].join('|')
    flows.set(key, [...(flows.get(key) ?? []), flow])
  }
  const merged = [...flows].map(([key, names]) => key.split('|').map((text, at) => (at ? text : `${text}: ${names.join('; ')}`)))
  const line = (texts: string[]) => `|${texts.map((text) => (text ? ` ${text} |` : ' |')).join('')}`
  return [line(['', ...titles]), '|---|---|---|---|', ...merged.map(line)].join('\n')
}

/** The table in the guide. */
export const tableInGuide = (text = read(guide)): string => /^## Tested with\n[\s\S]*?^(\|[\s\S]*?\|)$(?!\n\|)/m.exec(text)?.[1] ?? ''

/** Compares what has run with what is recorded, or records it. */
export const compareRuns = (name: Whose, ran: Section): void => {
  const runs = readRuns()
  if (process.env.LATCHKEY_RECORD) {
    runs[name] = ran
    writeRuns(runs)
    const text = read(guide)
    writeFileSync(
      guide,
      text.replace(tableInGuide(text), () => tableOf(runs)),
    )
  }
  assert.equal(readRuns()[name], ran, 'LATCHKEY_RECORD=1 npm test -- --all test/hosts/providerSdk records what runs')
}
