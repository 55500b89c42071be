/**
 * The table in docs/guides/emulator.md is made of the runs that test/hosts/providerSdk/runs.json
 * records, of every flow with every client, with the versions of the SDK that are installed.
 */
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
import { readRuns, tableInGuide, tableOf, versionOf } from '../../hosts/providerSdk/runs.ts'

const test = suite('docs/guides/emulator.md: what it is tested with')

const versionsOf = (flows: Flows, clients: readonly ClientName[]) =>
  Object.fromEntries(
    Object.entries(flows).map(([name, apart]) => [
      name,
      Object.fromEntries(clients.filter((client) => !apart[client]).map((client) => [client, versionOf(client)])),
    ]),
  )

test('every flow has run with every client that can have it, and with the version that is installed', () =>
  assert.equal(readRuns(), {
    users: versionsOf(userFlows, userClients),
    members: versionsOf(memberFlows, memberClients),
    'Admin Portal': versionsOf(portalFlows, portalClients),
  }))

test('the table is made of the runs', () => assert.is(tableInGuide(), tableOf(readRuns())))

test.run()
