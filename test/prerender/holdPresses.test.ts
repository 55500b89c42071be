/**
 * Tests the script beside a prerendered form, as a function: what it gives the widget that has
 * another form or other buttons by then. In a page: test/chromium/takeOver.test.ts.
 */
import '../harness/dom.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { holdPresses } from '../../src/prerender/holdPresses.ts'
import type { PrerenderedElement } from '../../src/widget/mount.tsx'

const FORM = '<div class="lk"><form><input type="email" required><button type="submit">Continue</button></form></div>'

/** A page with this instead of the form. */
const elementWith = (html: string): PrerenderedElement => {
  document.body.innerHTML = `<div>${html}</div>`
  const element = document.body.firstElementChild as PrerenderedElement
  holdPresses(element)
  return element
}

const ours = (element: Element) => element.querySelector<HTMLInputElement>('[required]')!

for (const [what, front] of [
  ['nothing', ''],
  ['an input of its own for an address', '<input type="email" value="other@example.com">'],
  ['an input without a type', '<input>'],
  ['a hidden one', '<input type="hidden" value="x">'],
] as const)
  test(`what the visitor has typed goes into the form that replaces theirs, with ${what} of an extension in front`, () => {
    const element = elementWith(front + FORM)
    ours(element).value = 'ada@example.com'
    element.innerHTML = front + FORM
    element.latchkey!()
    assert.is(ours(element).value, 'ada@example.com')
    assert.is(document.activeElement, ours(element))
  })

test('it does not go into a field of another kind', () => {
  const element = elementWith(FORM)
  ours(element).value = 'ada@example.com'
  element.innerHTML = FORM.replace('email', 'tel')
  element.latchkey!()
  assert.is(ours(element).value, '')
})

for (const [was, is, isPressed] of [
  ['oauth-google', 'oauth-google', true],
  ['oauth-google-2', 'oauth-google', true],
  ['oauth-google-2', 'oauth-google-2', true],
  ['', '', true],
  ['oauth-google', 'oauth-apple', false],
  ['oauth-google', '', false],
  ['oauth-google', 'google', false],
  ['', 'oauth-google', false],
] as const)
  test(`a button "${was}" that has become "${is}" is ${isPressed ? '' : 'not '}pressed`, () => {
    const element = elementWith(`<div class="lk"><button id="${was}" type="button">Go</button></div>`)
    const button = element.querySelector('button')!
    button.click()
    assert.is(button.getAttribute('aria-busy'), 'true')
    button.id = is
    let pressed = false
    button.onclick = () => (pressed = true)
    element.latchkey!()
    assert.is(pressed, isPressed)
  })

for (const id of ['oauth-google', ''])
  test(`a button "${id}" that was made again is pressed`, () => {
    const html = `<div class="lk"><button id="oauth-apple" type="button">Go</button><button id="${id}" type="submit">Go</button></div>`
    const element = elementWith(html)
    element.querySelectorAll('button')[1]!.click()
    element.innerHTML = html
    const presses: number[] = []
    element.querySelectorAll('button').forEach((button, at) => (button.onclick = () => presses.push(at)))
    element.latchkey!()
    assert.equal(presses, [1])
  })

test('nothing is pressed for a visitor who has pressed nothing', () => {
  const element = elementWith(FORM)
  element.querySelector('button')!.onclick = () => assert.unreachable()
  element.latchkey!()
})

test.run()
