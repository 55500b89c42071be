/**
 * Tests that what later screens need is fetched when the visitor turns to the widget, and no
 * sooner.
 */
import '../harness/login.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../harness/screen.ts'
import { open } from '../harness/login.ts'
import { laterEngine, kit } from '../../src/widget/firstScreenChunks.ts'

const { load } = kit
for (const [what, event] of [
  ['a field gets the focus', new FocusEvent('focusin', { bubbles: true })],
  ['a field that already had it is typed into', new Event('input', { bubbles: true })],
  // Safari gives a pressed button no focus
  ['a button is pressed', new MouseEvent('pointerdown', { bubbles: true })],
] as const)
  test(`${what}: the kit is fetched`, async () => {
    let fetched = 0
    const login = await open({})
    kit.load = () => {
      fetched += 1
      return load()
    }
    for (const other of ['pointermove', 'pointerover', 'scroll', 'mouseover'])
      login.find('button')!.dispatchEvent(new Event(other, { bubbles: true }))
    assert.is(fetched, 0)
    login.find('button')!.dispatchEvent(event)
    assert.is(fetched, 1)
    login.find('button')!.dispatchEvent(event)
    assert.is(fetched, 1, 'once')
    await until(() => !!(kit.now && laterEngine.now), 'the chunks')
    kit.load = load
  })

test.run()
