/**
 * Checks docs/guides/migration-changelog.md: it has a row for every version in the changelogs of
 * the provider's packages, and whatever it says the drop-in has is shown by a test.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../harness/documents.ts'
import { has } from '../types/changelogHost.ts'

const rows = [
  ...readFileSync(join(root, 'docs/guides/migration-changelog.md'), 'utf8').matchAll(/^\| (\d[\d.]+) \| (.+) \| (.+) \|$/gm),
].map(([, version, what, here]) => ({ version: version!, what: what!, here: here! }))

/** The versions that a changelog has, from the newest down to `last`. */
const versionsIn = (changelog: string, last: string) => {
  const found = [...readFileSync(join(root, changelog), 'utf8').matchAll(/^## ([\d.]+)$/gm)].map(([, version]) => version!)
  assert.ok(found.includes(last), `${changelog} has ${last}`)
  return found.slice(0, found.indexOf(last))
}

const distinct = (versions: string[]) => [...new Set(versions)].sort()

test('each version of the provider since 5.36 has a row, and no other', () => {
  assert.equal(distinct(rows.map(({ version }) => version)), versionsIn('node_modules/provider-6/CHANGELOG.md', '5.35.1').sort())
})

/**
 * The version of `@stytch/vanilla-js` that has the changes of one for React; 19.17 was the last
 * that differed in more than its first number.
 */
const same: Record<string, string[]> = {
  '19.18.': ['5.44.'],
  '19.17.': ['5.43.'],
  '19.16.': ['5.42.'],
  '19.15.': ['5.40.', '5.41.'],
  '19.14.': ['5.39.'],
  '19.13.': ['5.38.'],
  '19.12.': ['5.36.'],
  '20.': ['6.'],
}

test('each version for React has the changes of one that has a row', () => {
  for (const version of versionsIn('node_modules/@stytch/react/CHANGELOG.md', '19.11.1')) {
    const [, vanilla] = Object.entries(same).find(([start]) => version.startsWith(start)) ?? []
    assert.ok(
      vanilla?.some((start) => rows.some((row) => row.version.startsWith(start))),
      version,
    )
  }
})

/** What types cannot say, by the beginning of its row, and the test that shows it. */
const shown: Record<string, [file: string, words: string]> = {
  '6.0.9 an email link that is sent again': ['test/widget/links.test.ts', 'Try again leads back to the form with what was typed'],
  '5.44.2 only the API domain': ['test/client/HeadlessClient.test.ts', "{ customBaseUrl: 'not a host' }"],
  '5.41.1 the button that replaces Google One Tap': ['test/ui/visitor/lastMethod.test.ts', "factor('oauth_google')"],
  '5.41.0 `resource`': ['test/products/idp/screens.test.ts', 'every resource of the request is submitted'],
  '5.41.0 `response_type`': ['test/client/url/idpParams.test.ts', "response_type: 'code'"],
  '5.41.0 the message for a breached password': ['test/products/passwords/logIn.test.ts', 'breached: its text alone under both policies'],
  '5.38.0 `colors.accent`': ['test/ui/looks/theme.test.ts', 'accent'],
  '5.38.0 focus': ['test/chromium/accessibility.test.ts', 'outlineStyle'],
  '5.37.0 passkeys': ['test/products/passkeys/flow.test.ts', 'logs in with the button, once for two clicks'],
}

test('what the drop-in has compiles in changelogHost.ts, or another test shows it', () => {
  const host = readFileSync(join(root, 'test/types/changelogHost.ts'), 'utf8')
  const claimed = rows.filter(({ here }) => here.startsWith('has it'))
  const unused = new Set(Object.keys(shown))
  for (const { version, what } of claimed) {
    const row = `${version} ${what}`
    const [start, [file, words] = []] = Object.entries(shown).find(([start]) => row.startsWith(start)) ?? []
    if (start) {
      unused.delete(start)
      assert.ok(readFileSync(join(root, file!), 'utf8').includes(words!), `${file}: ${words}`)
      continue
    }
    assert.ok(has[version], row)
    for (const [, name] of what.matchAll(/`(?:\w+\.)*?([\w.]+?)`/g)) assert.ok(host.includes(name!.split('.').at(-1)!), `${row}: ${name}`)
  }
  assert.equal([...unused], [], 'each of these is a row')
  const versions = claimed.map(({ version }) => version)
  assert.equal(
    Object.keys(has).filter((version) => !versions.includes(version)),
    [],
    'nothing is shown that no row says',
  )
})

test('each row says has it, differs or not here, and why', () => {
  for (const { version, here } of rows) assert.match(here, /^has it\b|^differs: .{10}|^not here(: .{10}|$)/, version)
})

test.run()
