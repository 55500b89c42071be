/**
 * Checks what a host's bundle loads at once from dist/headless/, for several combinations of parts
 * and four bundlers.
 */
import { sample } from '../harness/everything.ts'
import '../built/headless.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { atOnce, bundlers, combinations, type Bundler } from '../../bench/headlessParts.ts'

/** A pattern for each part: one of its routes, or a browser API that only it uses. */
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

// The other bundlers keep what this one keeps, or less.
for (const bundler of sample(Object.keys(bundlers) as Bundler[])) {
  for (const combination of combinations) {
    const { name, parts, limit } = combination
    test(`${bundler}, ${name}: at most ${limit} B, and no code of the other parts`, async () => {
      const { bytes, text } = await atOnce(bundler, combination)
      assert.ok(bytes <= limit, `${bytes} B`)
      // The same marks catch a bundler that leaves out too much.
      const names = Object.keys(marks).filter((part) => marks[part]!.test(text))
      assert.equal(names.sort(), [...parts].sort())
      // Code for development, the class, and the parser of the consent page's URL.
      assert.not.match(text, /HeadlessClient|an array of strings|console\.|post_logout_redirect_uri/)
    })
  }
}

test.run()
