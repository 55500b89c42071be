/**
 * Tests the height that a page reserves: the table matches the widget, and the functions that use
 * it are correct.
 */
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { heightFiles } from '../../../build/heights.ts'
import { loginHeight, reservation } from '../../../src/tools/snippet/height.ts'
import { closeBrowser, visit } from '../../harness/browser.ts'
import { serveSite } from '../../harness/site.ts'

test.after(closeBrowser)

test('the heights match what build/heights.ts measures', async () => {
  const site = await serveSite({ '/': { html: '<!doctype html><title>Heights</title>' } })
  const { page } = await visit()
  await page.goto(site.url)
  const files = await heightFiles(page)
  await page.context().close()
  await site.close()
  for (const [name, text] of Object.entries(files)) {
    assert.is(readFileSync(new URL(`../../../src/${name}`, import.meta.url), 'utf8'), text, `src/${name} is out of date: npm run heights`)
  }
})

const google = { oauthOptions: { providers: [{ type: 'google' }] } }
const codes = (...methods: string[]) => ({ products: ['otp'], otpOptions: { methods } })
const logo = { logoImageUrl: 'https://example.com/logo.svg' }

/** The height of each part, with 16 px between two parts, in a card with a frame of 50 px. */
const table: [name: string, room: Parameters<typeof loginHeight>[0], heights: readonly number[] | undefined][] = [
  ['link', {}, [230, 230, 230]],
  ['link, the same', { config: { products: ['emailMagicLinks'] } }, [230, 230, 230]],
  ['without its header', { styles: { hideHeaderText: true } }, [184, 184, 184]],
  ['with a logo', { styles: { logo } }, [296, 296, 296]],
  ['Google', { config: { products: ['oauth'], ...google } }, [141, 141, 141]],
  ['Google and link', { config: { products: ['oauth', 'emailMagicLinks'], ...google } }, [327, 327, 327]],
  [
    'a provider that is newer than this table',
    { config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'toString' }] } } },
    [141, 141, 141],
  ],
  [
    'three providers in a grid',
    {
      config: { products: ['oauth'], oauthOptions: { providers: ['google', 'apple', 'github'].map((type) => ({ type })) } },
      styles: { buttons: { social: 'grid' } },
    },
    [196, 196, 251],
  ],
  ['legal links', { config: { legal: { termsURL: '/terms' } } }, [286, 286, 286]],
  ['code', { config: codes('sms') }, [230, 230, 230]],
  ['codes', { config: codes('email', 'sms') }, [290, 290, 290]],
  ['passkeys, under an email field', { config: { products: ['passkeys', 'emailMagicLinks'] } }, [230, 230, 230]],
  ['passkeys, without one', { config: { products: ['oauth', 'passkeys'], ...google } }, [202, 202, 202]],
  ['wallets', { config: { products: ['crypto'] } }, [141, 141, 141]],
  ['a title that wraps', { language: 'fr' }, [230, 260, 260]],
  ['a language of another region', { language: 'fr-CA' }, [230, 260, 260]],
  ['a language that we do not have', { language: 'toString' }, [230, 230, 230]],
  ['a narrow card', { language: 'fr', styles: { container: { width: '360px' } } }, [260, 260, 260]],
  ['a wide card', { language: 'fr', styles: { container: { width: '600px' } } }, [230, 260, 260]],
  ['a card that is narrower than any measured one', { language: 'es', styles: { container: { width: '200px' } } }, [275, 275, 275]],
  ['a width in other units', { language: 'fr', styles: { container: { width: '90%' } } }, [230, 260, 260]],
  ['an invalid configuration', { config: { products: ['passkeys'] } }, undefined],
  ['invalid products', { config: { products: ['toString'] } }, undefined],
]

for (const [name, room, heights] of table) test(`height: ${name}`, () => assert.equal(loginHeight(room), heights))

test('there is a rule for narrow pages if they need another height', () => {
  assert.is(reservation('#a', {}), '#a{min-height:230px}')
  assert.is(reservation('#a', { language: 'hi' }), '#a{min-height:230px}@media(max-width:374px){#a{min-height:260px}}')
  assert.is(
    reservation('#a', { language: 'es' }),
    '#a{min-height:230px}@media(max-width:431px){#a{min-height:260px}}@media(max-width:374px){#a{min-height:275px}}',
  )
  assert.is(reservation('#a', { config: { products: ['passkeys'] } }), '')
})

test('docs/guides/theming.md has such heights', () => {
  const pairs = [
    ...readFileSync(new URL('../../../docs/guides/theming.md', import.meta.url), 'utf8').matchAll(
      /(?<=min-height: |; |, )(\d+)px(?=; \/\*| for )/g,
    ),
  ]
  const configs = [{}, { products: ['oauth', 'emailMagicLinks'], ...google }, codes('sms', 'email')]
  assert.equal(
    pairs.map(([, px]) => Number(px)),
    configs.map((config) => loginHeight({ config })![0]),
  )
})

test.run()
