/** Every screen of the map is in the chunk that its name leads to. */
import '../harness/dom.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { home } from '../../src/widget/parts.ts'
import { screenNames } from '../harness/screenNames.ts'

for (const name of screenNames.filter((name) => name !== 'Main')) {
  test(name, async () => {
    const { screens } = await home(name).load()
    assert.type(screens[name], 'function')
  })
}

test.run()
