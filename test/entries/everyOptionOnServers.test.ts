/** Tests that every option renders on a server: see test/chromium/reactServer.test.ts for React. */
import '../built/all.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { everyOption } from './everyOption.ts'

const { prerender } = (await import(
  new URL('../../dist/prerender/index.js', import.meta.url).href
)) as typeof import('../../src/prerender/index.tsx')

for (const [name, props] of Object.entries(everyOption)) {
  test(`a server renders ${name}`, () => {
    assert.is(typeof document, 'undefined')
    // only the visitor's browser knows this language
    if (name === 'the language of the page') assert.throws(() => prerender(props as object), /only in the visitor's browser/)
    else assert.match(prerender(props as object).html, '<div data-latchkey="mountLogin">')
  })
}

test.run()
