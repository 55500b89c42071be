/**
 * Tests crypto wallets in a real browser, in software and with real keys: each kind signs in,
 * the number of buttons; by keyboard, and at 320 px. Faults of wallets are in
 * test/products/crypto/wallets.test.ts.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { oauthProviders } from '../../src/api/oauthProviders.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { withSoftwareWallets } from './softwareWallets.ts'
import { alertOf, each, inCode, until, visible, visiting, visitingInAll, widget, type Arrangement, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const FINISH = 'POST /crypto_wallets/authenticate'
const CRYPTO = { products: ['crypto', 'emailMagicLinks'] }
const OAUTH = Object.keys(oauthProviders)

/**
 * How each kind of wallet announces itself, its button, and its chain. `w` keeps the wallet for the
 * test; the test calls `later` when it is ready.
 */
const kinds: Record<string, [script: string, button: string, chain: 'ethereum' | 'solana']> = {
  'Vessel, a global': ['window.vessel = { ethereum: (window.w = soft.createEthereumWallet()) }', 'Continue with Vessel', 'ethereum'],
  'Phantom, announced': [`soft.announceSolana(window.w = soft.createSolanaWallet({ name: 'Phantom' }))`, 'Continue with Phantom', 'solana'],
  'Phantom, a global': [
    `window.solana = soft.createInjectedSolana({ isPhantom: true }); window.w = window.solana.wallet`,
    'Continue with Phantom',
    'solana',
  ],
  'Metamask, announced': [
    `soft.announceEthereum(window.w = soft.createEthereumWallet(), { name: 'MetaMask', rdns: 'io.metamask' })`,
    'Continue with Metamask',
    'ethereum',
  ],
  'Metamask, among others': [
    `const other = { isCoinbaseWallet: true, request: () => Promise.reject(new Error('the wrong one')) }
    window.w = { isMetaMask: true, ...soft.createEthereumWallet() }
    window.ethereum = { ...other, providers: [other, window.w] }`,
    'Continue with Metamask',
    'ethereum',
  ],
  'Coinbase, a global': [
    'window.ethereum = window.w = { isCoinbaseWallet: true, ...soft.createEthereumWallet() }',
    'Continue with Coinbase',
    'ethereum',
  ],
  'Binance, a global': ['window.BinanceChain = window.w = soft.createEthereumWallet()', 'Continue with Binance', 'ethereum'],
  'another on Ethereum, announced': [
    'soft.announceEthereum(window.w = soft.createEthereumWallet())',
    'Continue with Soft Ethereum',
    'ethereum',
  ],
  'another on Ethereum, a global': ['window.ethereum = window.w = soft.createEthereumWallet()', 'Continue with Ethereum', 'ethereum'],
  'another on Solana, announced late': [
    'window.later = () => soft.announceSolana(window.w = soft.createSolanaWallet())',
    'Continue with Soft Solana',
    'solana',
  ],
  'another on Solana, a global': [
    'window.solana = soft.createInjectedSolana(); window.w = window.solana.wallet',
    'Continue with Solana',
    'solana',
  ],
}

const withWallets = (script: string, config: object = CRYPTO, more: Arrangement = {}): Arrangement => ({
  html: (tag, provider) =>
    inCode({}, { config })(tag, provider).replace('<div id="login"></div>', '<main><h1>A host</h1><div id="login"></div></main>'),
  first: (page) => page.addInitScript(withSoftwareWallets(script)),
  ...more,
})
/** The mark of the last log-in is a part of the name. */
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name: new RegExp(`^${name}( Last used)?$`) })
const connected = ({ page }: Visitor) => visible(page.getByText('You have successfully connected your wallet.'))

/** Each page has the wallet of the kind that its URL names. */
const withKinds = `({ ${Object.entries(kinds)
  .map(([kind, [script]]) => `[${JSON.stringify(kind)}]() { ${script} }`)
  .join(',\n')} })[new URLSearchParams(location.search).get('kind')]?.()`
/** Opens a page with a wallet of this kind, signed out. */
const meet = async ({ page, site }: Visitor, kind: string) => {
  await page.context().clearCookies()
  await page.goto(`${site}/?kind=${encodeURIComponent(kind)}`)
}
/** Splits the work between two visitors. */
const halves = <Item>(items: readonly Item[]) => [items.filter((_, at) => at % 2), items.filter((_, at) => at % 2 === 0)]

for (const siwe of sample([true, false])) {
  visiting(
    `${siwe ? 'every kind of wallet signs in' : 'without SIWE, wallets of both chains sign in'}, with a signature that is verified`,
    async (arrive) => {
      // How a message is written does not depend on how a wallet announces itself.
      const some = siwe ? sample(Object.entries(kinds), 3) : Object.entries(kinds).filter(([kind]) => /announced$/.test(kind))
      await each(halves(some), async (half) => {
        const visitor = await arrive(withWallets(withKinds, CRYPTO, { path: null, project: { siwe_required_for_crypto_wallets: siwe } }))
        for (const [at, [kind, [script, name, chain]]] of half.entries()) {
          await meet(visitor, kind)
          if (script.includes('window.later')) {
            await visible(button(visitor, 'Set up a new crypto wallet'))
            await visitor.page.evaluate(() => (window as any).later())
          }
          await button(visitor, name).click()
          await connected(visitor)
          assert.ok(await visitor.session(), kind)
          const address = await visitor.page.evaluate(() => (window as any).w.address)
          const { crypto_wallet_address, crypto_wallet_type } = visitor.sent(FINISH)[at]
          assert.equal([crypto_wallet_address, crypto_wallet_type], [address, chain], kind)
          const start = visitor.sent('POST /crypto_wallets/authenticate/start/primary')[at]
          assert.is(start.siwe_params?.uri, siwe && chain === 'ethereum' ? visitor.site : undefined, kind)
          const heard = (await visitor.heard()).map(({ detail }) => detail.type)
          assert.equal(heard, ['CRYPTO_WALLET_AUTHENTICATE_START', 'CRYPTO_WALLET_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'], kind)
        }
        assert.is(visitor.sent(FINISH).length, half.length)
      })
    },
  )
}

visitingInAll('Main shows up to 6 - providers - 1 wallets, for every number of providers', async (arrive) => {
  const script = `for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) soft.announceEthereum(soft.createEthereumWallet(), { name, rdns: name })`
  const { page, site } = await arrive(
    withWallets(script, CRYPTO, {
      html: (_, provider) => inCode({}, { config: CRYPTO })(_, provider),
    }),
  )
  await page.goto(site)
  for (let count = 0; count <= OAUTH.length; count++) {
    const config = { products: ['crypto', 'oauth'], oauthOptions: { providers: OAUTH.slice(0, count).map((type) => ({ type })) } }
    await page.evaluate(
      (config) => {
        const { mounted, client } = window as any
        mounted.unmount()
        Object.assign(window, { mounted: client.mountLogin({ elementId: '#login', config }) })
      },
      count ? config : CRYPTO,
    )
    await visible(page.getByRole('button', { name: 'Continue with other Crypto Wallet' }))
    await until(async () => (await page.locator('button[id^="wallet-"]').count()) === Math.max(0, 5 - count), `${count} providers`)
  }
  await page.getByRole('button', { name: 'Continue with other Crypto Wallet' }).click()
  await visible(page.getByRole('heading', { name: 'Choose a wallet' }))
  await until(async () => (await page.locator('button[id^="wallet-"]').count()) === 7, 'all of them')
})

visitingInAll('a host without wallets loads none of their code, and their signing code loads when a button is pressed', async (arrive) => {
  const loaded = (visitor: Visitor) =>
    visitor.page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => /\/c\/(crypto|signing)\./.test(name)).length,
    )
  const without = await arrive({ config: { products: ['emailMagicLinks', 'otp', 'passkeys'], otpOptions: { methods: ['sms'] } } })
  await visible(widget(without.page).email)
  await without.idle()
  assert.is(await loaded(without), 0)
  const visitor = await arrive(withWallets(kinds['Metamask, announced']![0]))
  await visible(button(visitor, 'Continue with Metamask'))
  await widget(visitor.page).email.focus()
  await visitor.idle()
  assert.is(await loaded(visitor), 1)
  await button(visitor, 'Continue with Metamask').click()
  await connected(visitor)
  assert.is(await loaded(visitor), 2)
})

visitingInAll('a wallet chunk that cannot be loaded: a sentence and a way to try again, and the other methods work', async (arrive) => {
  let broken = true
  const visitor = await arrive(
    withWallets(kinds['Metamask, announced']![0], CRYPTO, {
      first: async (page) => {
        await page.addInitScript(withSoftwareWallets(kinds['Metamask, announced']![0]))
        await page.context().route('**/c/signing*.js*', (route) => (broken ? route.fulfill({ status: 404 }) : route.continue()))
      },
      html: undefined,
      config: CRYPTO,
    }),
  )
  await button(visitor, 'Continue with Metamask').click()
  assert.is(await alertOf(visitor.page), 'Unable to contact our servers.')
  await visible(widget(visitor.page).email)
  broken = false
  await button(visitor, 'Continue with Metamask').click()
  await connected(visitor)
})

const EVERYTHING = {
  products: ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys'],
  oauthOptions: { providers: OAUTH.slice(0, 3).map((type) => ({ type })) },
  otpOptions: { methods: ['sms', 'whatsapp'] },
}

visitingInAll('every product at once at 320 px: nothing leaves the card, and a wallet signs in by keyboard alone', async (arrive) => {
  const visitor = await arrive(
    withWallets(kinds['Metamask, announced']![0], EVERYTHING, { profile: { viewport: { width: 320, height: 640 } } }),
  )
  const { page } = visitor
  await visible(button(visitor, 'Continue with Metamask'))
  await visible(widget(page).email)
  const wide = await page.evaluate(() => {
    const edge = document.querySelector('.lk-card')!.getBoundingClientRect()
    return (
      [...document.querySelectorAll('.lk-card *')].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width && !element.closest('svg, select') && (left < edge.left - 1 || right > edge.right + 1)
      }).length + Math.max(0, document.scrollingElement!.scrollWidth - 320)
    )
  })
  assert.is(wide, 0)
  await page.keyboard.press('Tab')
  for (let steps = 0; steps < 20; steps++) {
    if (await button(visitor, 'Continue with Metamask').evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await connected(visitor)
  await visible(page.locator('h2:focus'))
})

test.run()
