/** Which hosts are of one site: in frames of another one, browsers drop the session's cookie. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { siteOf } from '../../../src/ui/screen/OwnWindow.tsx'

for (const [hostname, site] of [
  ['shop.com', 'shop.com'],
  ['login.shop.com', 'shop.com'],
  ['a.login.shop.com', 'shop.com'],
  ['login.shop.co.uk', 'shop.co.uk'],
  ['shop.com.au', 'shop.com.au'],
  ['www.co.com', 'co.com'],
  ['shop.de', 'shop.de'],
  ['login.xn--shop-1a.xn--p1ai', 'xn--shop-1a.xn--p1ai'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
] as const)
  test(`${hostname} is of ${site}`, () => assert.is(siteOf(hostname), site))

test.run()
