/** What a host's bundle has at once of dist/headless/, by the parts that it names, with four bundlers. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { atOnce, bundlers, combinations, type Bundler } from '../../bench/headlessParts.mjs'

/** What tells each part: of its routes, or of the browser's abilities that it alone uses. */
const marks: Record<string, RegExp> = {
  session: /sessions\/exchange_access_token/,
  user: /\/users\//,
  otps: /\/otps\//,
  magicLinks: /\/magic_links\//,
  passwords: /\/passwords\//,
  oauth: /public\/oauth/,
  webauthn: /\/webauthn\/|navigator\.credentials/,
  cryptoWallets: /\/crypto_wallets\//,
  totps: /\/totps/,
  impersonation: /\/impersonation\//,
  rbac: /isAuthorizedSync/,
  idp: /\/idp\//,
  authenticateByUrl: /replaceState/,
  parseAuthenticateUrl: /stytch_token_type/,
}

test('every part has a mark, and the last combination has every part', () =>
  assert.equal([...combinations.at(-1)!.parts].sort(), Object.keys(marks).sort()))

for (const bundler of Object.keys(bundlers) as Bundler[]) {
  for (const combination of combinations) {
    const { name, parts, limit } = combination
    test(`${bundler}, ${name}: at most ${limit} B, and nothing of the other parts`, async () => {
      const { bytes, text } = await atOnce(bundler, combination)
      assert.ok(bytes <= limit, `${bytes} B`)
      // a bundler that leaves out too much is caught by the same marks
      const found = Object.keys(marks).filter((part) => marks[part]!.test(text))
      assert.equal(found.sort(), [...parts].sort())
      // for development, the class, and what reads the consent page's address
      assert.not.match(text, /HeadlessClient|an array of strings|console\.|post_logout_redirect_uri/)
    })
  }
}

test.run()
