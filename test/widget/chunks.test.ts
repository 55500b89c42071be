/**
 * Checks that every screen of the map, and every namespace, is in the chunk that the table names.
 */
import '../harness/dom.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { namespaceChunks, screenChunks } from '../../src/widget/laterChunks.ts'
import type { Namespace } from '../../src/widget/WidgetClient.ts'
import { screenNames } from '../harness/screenNames.ts'

for (const name of screenNames) {
  if (name === 'Main') continue
  test(name, async () => {
    const { screens } = await screenChunks[name].load()
    assert.type((screens as Record<string, unknown>)[name], 'function')
  })
}

for (const name of Object.keys(namespaceChunks) as Namespace[]) {
  test(`client.${name}`, async () => assert.type(((await namespaceChunks[name].load()) as Record<string, unknown>)[name], 'function'))
}

test.run()
