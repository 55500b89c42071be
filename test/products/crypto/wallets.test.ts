/**
 * Tests log-ins with wallets, on the emulator, which verifies every signature
 * (docs/decisions/README.md#every-wallet-failure-ends-on-the-error-screen).
 */
import { authenticateStart } from '../../../src/api/cryptoWallets.ts'
import { damaged } from '../../harness/damages.ts'
import { oddities } from '../../harness/oddities.ts'
import { closeAll, idle, open, provider, sent, type Login } from '../../harness/login.ts'
import { until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../../src/ui/host/config.ts'
import { walletButtons as chunk } from '../../../src/widget/firstScreenChunks.ts'
import { signing } from '../../../src/widget/laterChunks.ts'
import {
  announceEthereum,
  announceSolana,
  createEthereumWallet,
  createSolanaWallet,
  manners,
} from '../../../src/tools/testing/softwareWallets.ts'

const test = suite('wallets in the widget')

const START = 'POST /crypto_wallets/authenticate/start/primary'
const FINISH = 'POST /crypto_wallets/authenticate'
const CONNECT = 'Could not connect to wallet'
const SIGN = 'Could not sign message'
const PENDING = 'Your wallet is already asking. Open it to answer.'

const ends: (() => void)[] = []
test.before(async () => {
  await Promise.all([chunk.load(), signing.load()])
})
test.after.each(async () => {
  for (const end of ends.splice(0)) end()
  await closeAll()
})

const ethereum = (info: Parameters<typeof announceEthereum>[1] = {}) => {
  const wallet = createEthereumWallet()
  ends.push(announceEthereum(wallet, info))
  return { ...wallet, name: info.name ?? 'Soft Ethereum', type: 'ethereum' }
}
const solana = (name = 'Soft Solana') => {
  const wallet = createSolanaWallet({ name })
  ends.push(announceSolana(wallet))
  return { address: wallet.address, manners: wallet.manners, name, type: 'solana' }
}
const wallets = { ethereum, solana }

const withWallets = (config: LoginConfig = {}) => open({ config: { products: ['crypto', 'emailMagicLinks'], ...config } })
const choose = async (login: Login, { name }: { name: string }) => login.press(`Continue with ${name}`)

for (const [chain, make] of Object.entries(wallets)) {
  for (const siwe of [false, true]) {
    test(`${chain}: signs in${siwe ? ', with Sign-In with Ethereum required' : ''}`, async () => {
      provider.project({ siwe_required_for_crypto_wallets: siwe })
      const wallet = make()
      const login = await withWallets({ sessionOptions: { sessionDurationMinutes: 45 } })
      await choose(login, wallet)
      await login.see('You have successfully connected your wallet.')
      await until(() => login.events.length === 3, 'the end of the flow')
      assert.equal(
        login.events.map(({ type }) => type),
        ['CRYPTO_WALLET_AUTHENTICATE_START', 'CRYPTO_WALLET_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
      )
      const [start] = sent(START)
      assert.equal([start.crypto_wallet_type, !!start.siwe_params], [chain, siwe && chain === 'ethereum'])
      assert.equal(
        sent(FINISH).map(({ session_duration_minutes, crypto_wallet_address }) => [
          session_duration_minutes,
          crypto_wallet_address.toLowerCase(),
        ]),
        [[45, wallet.address.toLowerCase()]],
      )
      const { challenge } = (login.events[0] as { data: { challenge: string } }).data
      assert.is(challenge.includes('wants you to sign in with your Ethereum account'), siwe && chain === 'ethereum')
      assert.is(login.client.user.getSync()!.crypto_wallets.length, 1)
      assert.equal(login.errors, [])
    })
  }

  for (const [stage, says] of [
    ['connect', CONNECT],
    ['sign', SIGN],
  ] as const) {
    for (const manner of manners.filter(
      (manner) => manner !== 'agrees' && manner !== 'hangs' && !(stage === 'connect' && manner === 'switches'),
    )) {
      test(`${chain}: a wallet that ${manner} when asked to ${stage} ends on CryptoError, with a way back and a way on`, async () => {
        const wallet = make()
        wallet.manners[stage] = manner
        const login = await withWallets()
        await choose(login, wallet)
        await login.see('Looks like there was an error!')
        // Only the provider can notice a signature by another key. A wrong address is noticed after
        // the wallet has signed.
        if (manner === 'lies' && stage === 'sign') {
          assert.is((login.errors[0] as { error_type: string }).error_type, 'unable_to_authenticate_crypto_wallet')
        } else {
          const said = manner === 'lies' && chain === 'ethereum' ? SIGN : says
          await login.see(manner === 'is pending' ? PENDING : said)
          assert.equal(login.errors, [{ message: `[Error] ${said}` }])
          assert.equal(sent(FINISH), [])
        }
        assert.not(login.client.session.getSync())
        wallet.manners[stage] = 'agrees'
        await login.press('Try again')
        await login.see('You have successfully connected your wallet.')
      })
    }
  }
}

/** Makes a wallet's next request of a stage reject. */
const rejecting = (wallet: ReturnType<typeof ethereum>, stage: 'connect' | 'sign', reason: unknown) => {
  const { request } = wallet
  const method = stage === 'connect' ? 'eth_requestAccounts' : 'personal_sign'
  let done = false
  const odd: typeof request = (call) => {
    if (call.method !== method || done) return request(call)
    done = true
    return Promise.reject(reason)
  }
  ends.push(announceEthereum({ ...wallet, request: odd }, { name: 'Odd' }))
}

for (const stage of ['connect', 'sign'] as const) {
  for (const [name, odd] of Object.entries(oddities)) {
    test(`a wallet that rejects with ${name} when asked to ${stage}: CryptoError, and a retry works`, async () => {
      rejecting(ethereum(), stage, odd())
      const login = await withWallets()
      await login.press('Continue with Odd')
      const said = stage === 'connect' ? CONNECT : SIGN
      await login.see(said)
      assert.equal(login.errors, [{ message: `[Error] ${said}` }])
      await login.press('Try again')
      await login.see('You have successfully connected your wallet.')
    })
  }

  for (const [name, reason] of [
    ['a number', { code: -32002 }],
    ['a text', { code: '-32002' }],
    ['nested in data, as MetaMask does', { code: -32603, message: 'Internal JSON-RPC error.', data: { code: -32002, message: 'x' } }],
    ['the original error', { code: -32603, data: { originalError: { code: -32002 } } }],
    ['the cause', new Error('Request failed', { cause: Object.assign(new Error('y'), { code: -32002 }) })],
    ['a part of the message', new Error('Request of type "wallet_requestPermissions" already pending. Code: -32002')],
    ['a part of a text', 'Error: {"code":-32002}'],
    ['the error of a library', { info: { error: { code: -32002 } } }],
  ] as const) {
    test(`a wallet that is already asking says so by ${name}, when asked to ${stage}`, async () => {
      rejecting(ethereum(), stage, reason)
      const login = await withWallets()
      await login.press('Continue with Odd')
      await login.see(PENDING)
    })
  }

  for (const reason of [{ code: -320020 }, 'code -320021', { code: 4001, data: { code: 32002 } }, { message: ['-32002'] }]) {
    test(`a wallet that says ${JSON.stringify(reason)} when asked to ${stage} is not already asking`, async () => {
      rejecting(ethereum(), stage, reason)
      const login = await withWallets()
      await login.press('Continue with Odd')
      await login.see(stage === 'connect' ? CONNECT : SIGN)
    })
  }
}

for (const stage of ['connect', 'sign'] as const) {
  test(`a wallet that hangs when asked to ${stage}: Back works at once, and its late answer has no effect`, async () => {
    const wallet = ethereum()
    let answer = () => {}
    const { request } = wallet
    const held = new Promise<void>((done) => {
      answer = done
    })
    const hanging = stage === 'connect' ? 'eth_requestAccounts' : 'personal_sign'
    ends.push(
      announceEthereum(
        { request: async (call: { method: string }) => (call.method === hanging && (await held), request(call as never)) },
        { name: 'Slow', rdns: 'example.slow' },
      ),
    )
    const login = await withWallets()
    await login.press('Continue with Slow')
    await login.see(stage === 'connect' ? 'Connecting to your wallet...' : 'Completing signature request...')
    await login.press('Back')
    await login.see('Continue with Slow')
    const before = login.events.length
    answer()
    await idle()
    assert.equal(sent(FINISH), [])
    assert.is(login.events.length, before)
    assert.equal(login.errors, [])
    await choose(login, wallet)
    await login.see('You have successfully connected your wallet.')
  })

  test(`a wallet that hangs when asked to ${stage} times out after 120 s`, async () => {
    const wallet = solana()
    wallet.manners[stage] = 'hangs'
    const login = await withWallets()
    const title = stage === 'connect' ? 'Connecting to your wallet...' : 'Completing signature request...'
    const { setTimeout } = globalThis
    let giveUp: (() => void) | undefined
    globalThis.setTimeout = ((act: () => void, ms: number) =>
      ms === 120_000 ? void (giveUp = act) : setTimeout(act, ms)) as typeof setTimeout
    try {
      await choose(login, wallet)
      await login.see(title)
      await until(() => giveUp, 'a limit of 120 s')
      await idle()
      await login.see(title)
    } finally {
      globalThis.setTimeout = setTimeout
    }
    giveUp!()
    await login.see(stage === 'connect' ? CONNECT : SIGN)
    assert.equal(sent(FINISH), [])
  })
}

for (const [route, status] of [
  [START, 500],
  [START, 429],
  [FINISH, 500],
  [FINISH, 429],
] as const) {
  test(`${route} fails with ${status}: CryptoError with its sentence, and a retry works`, async () => {
    const wallet = solana()
    const login = await withWallets()
    provider.faults([
      {
        route,
        status,
        times: 1,
        body: status === 429 ? { status_code: 429, error_type: 'too_many_requests', error_message: 'Slow down.' } : '<html>',
      },
    ])
    await choose(login, wallet)
    await login.see('Looks like there was an error!')
    await login.see(status === 429 ? 'Slow down.' : 'Invalid response from our servers.')
    assert.is(login.errors.length, 1)
    await login.press('Try again')
    await login.see('You have successfully connected your wallet.')
  })
}

test('no wallet signs a damaged challenge: CryptoError, and a retry works', async () => {
  const wallet = solana()
  const login = await withWallets()
  const [first, ...others] = damaged(authenticateStart.gives!, { challenge: 'c' })
  provider.faults([{ route: START, ...first!.fault }])
  await choose(login, wallet)
  await login.see(first!.says as string)
  for (const [at, { name, fault, says }] of others.entries()) {
    provider.faults([{ route: START, ...fault }])
    await login.press('Try again')
    await until(() => login.errors.length > at + 1, name)
    await login.see(says as string)
    await until(() => login.button('Try again'), name)
  }
  provider.faults([])
  await login.press('Try again')
  await login.see('You have successfully connected your wallet.')
})

test('a wallet without an icon has our tile where it is asked, and on Main a drawing for all wallets', async () => {
  Object.assign(window, { vessel: { ethereum: { request: () => new Promise(() => {}) } } })
  ends.push(() => Reflect.deleteProperty(window, 'vessel'))
  const login = await withWallets()
  await until(() => login.button('Continue with Vessel'), 'the wallet')
  assert.not(login.find('.lk-wallet path[fill]'))
  await login.press('Continue with Vessel')
  await login.see('Connecting to your wallet...')
  assert.ok(login.find('.lk-wallet path[fill]'))
  assert.is(login.find('[role=status]')!.getAttribute('aria-label'), 'Connecting to your wallet...')
})

const silent = () => new Promise(() => {})
for (const [global, wallet, says] of [
  ['vessel', { ethereum: { request: silent } }, 'Vessel'],
  ['phantom', { solana: { isPhantom: true, signMessage: silent } }, 'Phantom'],
  ['ethereum', { isMetaMask: true, request: silent }, 'Metamask'],
  ['ethereum', { isCoinbaseWallet: true, request: silent }, 'Coinbase'],
  ['BinanceChain', { request: silent }, 'Binance'],
  ['ethereum', { request: silent }, 'Other Ethereum Wallet'],
  ['solana', { signMessage: silent }, 'Other Solana Wallet'],
] as const) {
  test(`a wallet that announces no name is named by its kind where it is asked: ${says}`, async () => {
    Object.assign(window, { [global]: wallet })
    ends.push(() => Reflect.deleteProperty(window, global))
    const login = await withWallets()
    ;(await until(() => login.find('button[id^="wallet-"]'), 'the wallet')).click()
    await login.see('Connecting to your wallet...')
    assert.is(login.find('.lk-asking bdi')!.textContent, says)
  })
}

const walletButtons = (login: Login) => login.all('button[id^="wallet-"]').map(({ id }) => id)

for (const [count, limit, here, last] of [
  [0, 5, 0, 'Set up a new crypto wallet'],
  [3, 5, 3, 'Set up a new crypto wallet'],
  [5, 5, 5, 'Set up a new crypto wallet'],
  [6, 5, 5, 'Continue with other Crypto Wallet'],
  [2, 1, 1, 'Continue with other Crypto Wallet'],
  [1, 0, 0, 'Continue with other Crypto Wallet'],
  [0, 0, 0, 'Set up a new crypto wallet'],
] as const) {
  test(`${count} wallets and room for ${limit}: ${here} on Main, and '${last}'`, async () => {
    for (let at = 0; at < count; at++) ethereum({ name: `Wallet ${at}`, rdns: `example.w${at}` })
    const providers = ['google', 'apple', 'github', 'microsoft', 'gitlab'].slice(0, 5 - limit).map((type) => ({ type }))
    const login = await open({
      config: {
        products: ['crypto', ...(providers.length ? ['oauth'] : [])] as LoginConfig['products'],
        oauthOptions: { providers },
      } as LoginConfig,
    })
    await login.see(last)
    assert.is(walletButtons(login).length, here)
    if (count <= limit) return
    await login.press(last)
    await until(() => login.find('h2')?.textContent === 'Choose a wallet', 'the other wallets')
    const row = await until(() => login.button(`Continue with Wallet ${count - 1}`), 'the last wallet')
    // A row shows the name alone, and screen readers and voice control know it by the name of its
    // button.
    assert.is(row.textContent, `Wallet ${count - 1}`)
    assert.equal(
      walletButtons(login),
      Array.from({ length: count - limit }, (_, at) => `wallet-Continue with Wallet ${at + limit}`),
    )
    await login.press('Set up a new crypto wallet')
    await login.see('Install one of these')
    assert.equal(
      login.all('a').map((link) => [link.textContent, (link as HTMLAnchorElement).href]),
      [
        ['Metamask metamask.io', 'https://metamask.io/'],
        ['Phantom phantom.app', 'https://phantom.app/'],
        ['Coinbase coinbase.com', 'https://coinbase.com/wallet'],
        ['Binance bnbchain.world', 'https://bnbchain.world/en/binance-wallet'],
      ],
    )
    for (const link of login.all('a')) {
      assert.equal([link.getAttribute('target'), link.getAttribute('rel')], ['_blank', 'noopener noreferrer'])
      assert.is(link.querySelector('[role=img]')!.getAttribute('aria-label'), 'opens in a new tab')
    }
  })
}

test('the host can replace the texts', async () => {
  ethereum({ name: 'MetaMask', rdns: 'io.metamask' })
  const login = await open({
    config: { products: ['crypto'] },
    strings: { 'crypto.wallet.continueWithMetamask': 'Weiter mit Metamask', 'crypto.success.content': 'Verbunden' },
  })
  await login.press('Weiter mit Metamask')
  await login.see('Verbunden')
})

test.run()
