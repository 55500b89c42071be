/** Tests how a host's `light-dark()` reaches browsers that do not know it. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PAIR, replaceLightDark } from '../../src/widget/older/pairs.ts'

for (const [value, light, dark] of [
  ['light-dark(#fff, #000)', '#fff', ' #000'],
  ['light-dark(rgb(1, 2, 3), hsl(calc(1deg + 2deg), 3%, 4%))', 'rgb(1, 2, 3)', ' hsl(calc(1deg + 2deg), 3%, 4%)'],
  ['light-dark(var(--a, rgb(1, 2, 3)),color-mix(in srgb, red, blue))', 'var(--a, rgb(1, 2, 3))', 'color-mix(in srgb, red, blue)'],
  ['0 1px light-dark(red,blue), 0 2px light-dark(lime,navy)', '0 1px red, 0 2px lime', '0 1px blue, 0 2px navy'],
  ['red', 'red', 'red'],
  ['light-dark(red)', 'light-dark(red)', 'light-dark(red)'],
  ['light-dark(red, blue', 'light-dark(red, blue', 'light-dark(red, blue'],
] as const)
  test(value, () => {
    assert.is(replaceLightDark(value, '$1'), light)
    assert.is(replaceLightDark(value, '$2'), dark)
  })

test('the pair has both', () => {
  assert.is(replaceLightDark('light-dark(red, blue)', PAIR), 'var(--lk-light,red)var(--lk-dark, blue)')
})

test.run()
