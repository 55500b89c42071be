/** Compares the table in docs/guides/emulator.md with the flows that test/hosts/providerSdk/ runs, and with the versions of the SDK that are installed. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ClientName } from '../../hosts/providerSdk/clients.ts'
import {
  memberClients,
  memberFlows,
  portalClients,
  portalFlows,
  userClients,
  userFlows,
  type Flows,
} from '../../hosts/providerSdk/flows.ts'

const test = suite('docs/guides/emulator.md: what it is tested with')
const root = fileURLToPath(new URL('../../../', import.meta.url))
const versionOf = (folder: string) => JSON.parse(readFileSync(`${root}node_modules/${folder}/package.json`, 'utf8')).version as string

/** The columns: the clients whose names begin so. */
const columns = [
  ['vanilla-js 5', `\`@stytch/vanilla-js\` ${versionOf('@stytch/vanilla-js')}`],
  ['vanilla-js 6', `\`@stytch/vanilla-js\` ${versionOf('provider-6')}`],
  ['react 20', `\`@stytch/react\` ${versionOf('@stytch/react')}`],
] as const

const cell = (apart: Flows[string], clients: readonly ClientName[]) =>
  clients
    .filter((client) => !apart[client])
    .map((client) => (client.endsWith('headless') ? 'headless' : 'screens'))
    .join(', ')

const rows = (whose: string, flows: Flows, clients: readonly ClientName[]) =>
  Object.entries(flows).map(([name, apart]) => {
    const cells = columns.map(([prefix]) =>
      cell(
        apart,
        clients.filter((client) => client.startsWith(prefix)),
      ),
    )
    return `| ${[`${whose}: ${name}`, ...cells].map((text) => (text ? `${text} |` : '|')).join(' ')}`
  })

const table = [
  `| | ${columns.map(([, title]) => title).join(' | ')} |`,
  '|---|---|---|---|',
  ...rows('users', userFlows, userClients),
  ...rows('members', memberFlows, memberClients),
  ...rows('Admin Portal', portalFlows, portalClients),
].join('\n')

test('its table has every flow and every client', () => {
  const [, section = ''] =
    /^## Tested with\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readFileSync(`${root}docs/guides/emulator.md`, 'utf8')) ?? []
  const [found = ''] = /^\|[\s\S]*\|$/m.exec(section) ?? []
  assert.is(found, table)
})

test.run()
