/**
 * Checks that the page only goes to URLs that lead somewhere, never to one that runs code or reads
 * a file (docs/decisions/README.md#every-url-from-outside-is-checked).
 */
import '../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leads, navigate } from '../../src/browser/navigate.ts'

const test = suite('sending the page elsewhere')

/** Records where the page is sent, instead of going there. */
const sentTo: string[] = []
Object.defineProperty(globalThis, 'location', {
  configurable: true,
  value: {
    get href() {
      return 'https://app.example.com/login'
    },
    set href(url: string) {
      sentTo.push(url)
    },
  },
})
test.before.each(() => {
  sentTo.length = 0
})

for (const [url, sent = url] of [
  ['https://provider.example/start?a=b'],
  ['http://localhost:3000/'],
  ['notes.app:/cb'],
  ['mailto:ada@example.com'],
  // the page's address decides, and not a <base> that somebody wrote into the page
  ['/b', 'https://app.example.com/b'],
  ['b', 'https://app.example.com/b'],
  ['?c', 'https://app.example.com/login?c'],
  ['#d', 'https://app.example.com/login#d'],
  ['//other.example/b', 'https://other.example/b'],
] as const) {
  test(`${url} is accepted`, () => assert.equal([leads(url), navigate(url), sentTo], [true, true, [sent]]))
}
for (const url of [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://app.example.com/1',
  'blob:null/1',
  'file:///etc/passwd',
  'filesystem:https://app.example.com/temporary/1',
  'about:blank',
  'about:srcdoc',
  'https://[',
  'http://a b/',
]) {
  test(`${JSON.stringify(url)} is refused, and the page stays`, () => assert.equal([leads(url), navigate(url), sentTo], [false, false, []]))
}

test.run()
