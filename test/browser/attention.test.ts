/** Tests when a press counts (docs/decisions/allow-counts-after-half-a-second.md). */
import '../harness/dom.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isMeant, onFrontChange, timeUntilSeen } from '../../src/browser/attention.ts'

let now = 0
let focused = true
let visible = true
performance.now = () => now
Document.prototype.hasFocus = () => focused
Object.defineProperty(Document.prototype, 'visibilityState', { configurable: true, get: () => (visible ? 'visible' : 'hidden') })

const press = { isTrusted: true }
const move = () => dispatchEvent(new Event('pointermove'))
/** Another window comes to the front, and goes. */
const cover = () => {
  focused = false
  dispatchEvent(new Event('blur'))
  now += 10_000
  focused = true
  dispatchEvent(new Event('focus'))
}

timeUntilSeen()
test.before.each(() => {
  visible = true
  cover()
})

for (const [after, counts] of [
  [0, false],
  [150, false],
  [499, false],
  [500, true],
  [60_000, true],
] as const) {
  test(`${after} ms after the page came to the front, a press ${counts ? 'counts' : 'does not count'}`, () => {
    now += after
    move()
    assert.is(isMeant(press), counts)
    assert.is(timeUntilSeen(), Math.max(0, 500 - after))
  })
}

for (const [what, event, counts] of [
  ['nobody', undefined, false],
  ['the pointer', new Event('pointermove'), true],
  ['the pointer, which has not moved', new Event('pointerdown'), true],
  ['a key', new Event('keydown'), true],
  ['a screen reader', new MouseEvent('click', { detail: 0 }), true],
  ['a press that began elsewhere', new MouseEvent('click', { detail: 1 }), false],
] as const) {
  test(`a press counts if somebody is there: ${what}`, () => {
    now += 1000
    if (event) dispatchEvent(event)
    assert.is(isMeant(press), counts)
    cover()
    now += 1000
    assert.not(isMeant(press), 'and that was before')
  })
}

const down = () => dispatchEvent(new MouseEvent('pointerdown'))
const key = (repeat: boolean) => dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat }))
for (const [what, begin, then] of [
  ['the pointer went down too early and was held', down, () => {}],
  ['the pointer went down too early, and moved', down, move],
  ['a key went down too early and was held', () => key(false), () => {}],
  ['a key that went down elsewhere is held', () => key(true), () => key(true)],
  ['such a key is held, and the pointer moves', () => key(true), () => [key(true), move()]],
] as const) {
  test(`a press counts only if it began when it counted: ${what}`, () => {
    now += 150
    begin()
    now += 850
    then()
    // what Enter causes has no `detail`
    dispatchEvent(new MouseEvent('click', { detail: 0 }))
    assert.is(timeUntilSeen(), 0)
    assert.not(isMeant(press))
    down()
    assert.ok(isMeant(press), 'the next one counts')
  })
}

test('a key that is held does not press again and again, and a press by a screen reader counts after that', () => {
  now += 1000
  for (let times = 0; times < 3; times += 1) {
    key(true)
    dispatchEvent(new MouseEvent('click', { detail: 0 }))
    assert.not(isMeant(press))
  }
  dispatchEvent(new MouseEvent('click', { detail: 0 }))
  assert.ok(isMeant(press))
})

test('none counts while the page is hidden or another window is in front', () => {
  now += 1000
  move()
  visible = false
  assert.is(timeUntilSeen(), Infinity)
  assert.not(isMeant(press))
  visible = true
  assert.not(isMeant(press))
})

test('a press of a script of this page counts', () => assert.ok(isMeant({ isTrusted: false })))

test('elements with names of members of the document change nothing', () => {
  const image = document.body.appendChild(document.createElement('img'))
  image.setAttribute('name', 'hasFocus')
  Object.defineProperty(document, 'hasFocus', { configurable: true, value: image })
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: image })
  now += 1000
  move()
  assert.ok(isMeant(press))
  Reflect.deleteProperty(document, 'hasFocus')
  Reflect.deleteProperty(document, 'visibilityState')
})

test('tells of every change until it is ended', () => {
  let told = 0
  const end = onFrontChange(() => (told += 1))
  cover()
  end()
  cover()
  assert.is(told, 2)
})

test.run()
