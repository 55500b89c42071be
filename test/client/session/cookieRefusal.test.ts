import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cookieRefusal } from '../../../src/client/session/cookieRefusal.ts'
import { answers } from '../answers.ts'
import { openBrowser } from '../fakeBrowser.ts'

/**
 * The page, `domain` and `path` of the cookie, whether the browser keeps a cookie for the host
 * alone, and the reason.
 */
const table: [string, string | undefined, string | undefined, boolean, string][] = [
  ['http://192.168.1.5:3000/', undefined, '/', false, 'insecure'],
  ['http://staging.example.com/', 'example.com', '/', false, 'insecure'],
  ['https://app.example.com/', 'example.org', '/', true, 'domain'],
  ['https://app.example.com/', 'other.example.com', '/', true, 'domain'],
  ['https://app.example.com/', 'ample.com', '/', true, 'domain'],
  ['https://example.com/', 'app.example.com', '/', false, 'domain'],
  ['http://localhost:3000/', 'example.com', '/', true, 'domain'],
  ['https://shop.co.uk/', 'co.uk', '/', true, 'publicSuffix'],
  ['https://mine.vercel.app/', '.vercel.app', '/', true, 'publicSuffix'],
  ['https://app.example.com/', '.Example.com', '/', false, 'blocked'],
  ['https://app.example.com/', undefined, '/', false, 'blocked'],
  ['http://localhost/', undefined, '/', false, 'blocked'],
  ['https://app.example.com/other', undefined, '/app', false, 'path'],
  ['https://app.example.com/apple', undefined, '/app', false, 'path'],
  ['https://app.example.com/app', undefined, '/app', false, 'blocked'],
  ['https://app.example.com/app/x', undefined, '/app/', false, 'blocked'],
]

for (const [page, domain, path, keepsOthers, reason] of table) {
  test(`${page}, domain ${domain}, path ${path}: ${reason}`, () => {
    const url = new URL(page)
    assert.is(cookieRefusal({ domain, path }, url, url.hostname === 'localhost', keepsOthers), reason)
  })
}

test('the console names the reason, once', async () => {
  const accepts = (text: string) => !/domain=/.test(text)
  const tab = openBrowser({ network: answers() }).open({ url: 'https://mine.vercel.app/', cookies: accepts })
  const client = tab.client({ cookieOptions: { availableToSubdomains: true, domain: 'vercel.app' } })
  for (let time = 0; time < 2; time++) await client.otps.authenticate('123456', 'm', { session_duration_minutes: 30 })
  assert.is(tab.console.length, 1)
  assert.match(tab.console[0]!, /refused the session's cookie \(publicSuffix\).*`cookieOptions\.domain` is one under which anybody/)
  assert.not.match(tab.window.document.cookie, 'probe')
})

test.run()
