/** Tests the link that opens a page in the default browser of Android. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { intentOf } from '../../../src/products/oauth/intentOf.ts'

const links = {
  'https://app.test/': 'intent://app.test/#Intent;scheme=https;end',
  'https://app.test:8443/log-in?next=%2Fnotes&a=https://x':
    'intent://app.test:8443/log-in?next=%2Fnotes&a=https://x#Intent;scheme=https;end',
  'http://localhost:3000/': 'intent://localhost:3000/#Intent;scheme=http;end',
  // Intent.parseUri looks for the last `#`
  'https://app.test/#settings': 'intent://app.test/#settings#Intent;scheme=https;end',
}

for (const [url, intent] of Object.entries(links)) test(url, () => assert.is(intentOf(url), intent))

test.run()
