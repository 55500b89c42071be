/** The files of the search in dist/site/: how large they are, and what is found in them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { find } from '../../site/client/finding.ts'
import { entriesOf, indexOptions, searchFiles, type Entry, type SearchPage } from '../../site/client/terms.ts'
import { folder } from '../harness/documentation.ts'

const test = suite('search')
const texts = searchFiles.map((name) => readFileSync(join(folder, name)))
const [first, reference] = texts.map((text) => JSON.parse(text.toString()) as SearchPage[]) as [SearchPage[], SearchPage[]]
const index = new MiniSearch<Entry>(indexOptions)
for (const pages of [first, reference]) index.addAll(entriesOf(pages, index.documentCount))

test('a visitor can search after 152 kB, and in all of the site after 354 kB', () => {
  const [before, after] = texts.map((text) => gzipSync(text).length) as [number, number]
  assert.ok(before > 10_000 && before < 152_000, String(before))
  assert.ok(before + after < 354_000, String(before + after))
})

test('each page is in one of the files, and only the reference is in the second', () => {
  const paths = [...first, ...reference].map(({ path }) => path)
  assert.is(new Set(paths).size, paths.length)
  assert.equal([...new Set(reference.map(({ section }) => section))], ['Reference'])
  assert.is(
    first.some(({ section }) => section === 'Reference'),
    false,
  )
})

/** Where the first results lead. */
for (const [text, ...addresses] of [
  ['sessionDurationMinutes', 'reference/config/#sessionoptionssessiondurationminutes'],
  ['invalid_response', 'reference/errors/#invalid_response', 'reference/messages/every-screen/#errorinvalidresponse'],
  ['otp_code_not_found', 'reference/messages/every-screen/#errorotpcodenotfound', 'reference/errors/#types-of-refusals'],
  ['dark mode', 'guides/theming/#light-dark-automatic'],
  ['login.title', 'reference/messages/first-screen/#logintitle'],
  ['OTP_LOGIN_OR_CREATE', 'reference/events/#otp_login_or_create', 'guides/npm/#events-and-errors'],
  ['verifySession', 'reference/server/#verifysession', 'reference/server/#verifymembersession'],
  ['passkeys', 'guides/passkeys/#'],
  ['content security policy', 'guides/content-security-policy/#'],
  ['custom elemets', 'guides/custom-elements/#'],
  ['sign-out', 'guides/server/#sign-out-and-revocation', 'guides/headless/#who-is-signed-in'],
  ['emulator clock', 'guides/emulator/#the-clock-and-faults'],
  ['modulepreload integrity', 'guides/content-security-policy/#integrity'],
] as const)
  test(`'${text}' finds ${addresses.join(' and ')}`, () => {
    const results = find(index, text).map(({ path, anchor }) => `${path}#${anchor}`)
    for (const address of addresses) assert.ok(results.slice(0, 8).includes(address), results.slice(0, 8).join(' '))
  })

/** What people type, and the page that has to be first. */
for (const [text, page] of [
  ['log out', 'guides/server/#sign-out-and-revocation'],
  ['sign out', 'guides/server/#sign-out-and-revocation'],
  ['logout', 'guides/server/#sign-out-and-revocation'],
  ['sms', 'guides/your-own-server/#text-messages'],
  ['genericOAuth', 'guides/social-sign-in/#a-provider-of-your-own'],
  ['passwrod', 'guides/headless/#passwords'],
  ['reset password', 'guides/headless/#passwords'],
  ['google', 'guides/social-sign-in/'],
  ['magic link', 'guides/email-links/'],
  ['email link', 'guides/email-links/'],
  ['passkey', 'guides/passkeys/'],
  ['authenticator app', 'guides/account/#the-authenticator-app'],
  ['2fa', 'guides/second-factor/'],
  ['mfa', 'guides/second-factor/'],
  ['react', 'guides/react/'],
  ['next.js', 'guides/react/#nextjs'],
  ['vue', 'guides/custom-elements/#vue'],
  ['csp', 'guides/content-security-policy/'],
  ['dark mode', 'guides/theming/#light-dark-automatic'],
  ['theme', 'guides/theming/'],
  ['translate', 'guides/languages/'],
  ['session', 'guides/server/'],
  ['better auth', 'guides/your-own-server/'],
  ['database', 'guides/own-users/'],
  ['stytch', 'guides/migration/'],
  ['migrate', 'guides/migration/'],
  ['playwright', 'guides/testing/#playwright'],
  ['mcp', 'guides/consent/#agents-and-mcp'],
  ['wallet', 'guides/passkeys/#wallets'],
  ['cdn', 'guides/script-tag/#serve-the-files'],
  ['script tag', 'guides/script-tag/'],
  ['emulator', 'guides/emulator/'],
  ['npm install', 'guides/npm/'],
] as const)
  test(`'${text}' finds ${page} first, and at most 20 passages`, () => {
    const results = find(index, text).map(({ path, anchor }) => `${path}#${anchor}`)
    assert.ok(results[0]?.startsWith(page), results.slice(0, 3).join(' '))
    assert.ok(results.length <= 20, String(results.length))
  })

test.run()
