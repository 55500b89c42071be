/**
 * Tests which wallets a page finds (docs/decisions/README.md#which-wallets-are-found-and-shown),
 * and what it asks them.
 */
import '../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StandardRegistry, StandardWallet } from '../../src/browser/walletInterfaces.ts'
import { connect, sign } from '../../src/browser/walletSigning.ts'
import { watchWallets, type FoundWallet } from '../../src/browser/wallets.ts'
import { isSolanaSignature } from '../../src/tools/emulator/methods/solana.ts'
import { signerOf } from '../../src/tools/emulator/methods/ethereum.ts'
import {
  announceEthereum,
  announceSolana,
  createEthereumWallet,
  createInjectedSolana,
  createSolanaWallet,
  manners,
  walletIcon,
} from '../../src/tools/testing/softwareWallets.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('wallets')

const ends: (() => void)[] = []
const globals = ['ethereum', 'BinanceChain', 'vessel', 'solana', 'phantom']
test.after.each(() => {
  for (const end of ends.splice(0)) end()
  for (const name of globals) delete (window as unknown as Record<string, unknown>)[name]
})

/** Makes an injected object pass for a wallet, at each level. */
const enable = (given: unknown) => {
  if (!given || typeof given !== 'object') return
  if (!Array.isArray(given)) Object.assign(given, { request: async () => [], connect: async () => ({}), ...given })
  for (const part of Object.values(given)) enable(part)
}
const inject = (given: Record<string, unknown>) => {
  for (const part of Object.values(given)) enable(part)
  Object.assign(window, given)
}
const announce = (info: { name?: string; rdns?: string; icon?: string } = {}, provider: object = createEthereumWallet()) => {
  ends.push(announceEthereum(provider, info))
  return provider
}
const register = (wallet: object) => {
  ends.push(announceSolana(wallet))
  return wallet
}

/**
 * Returns a live list of what is found, in short: `Metamask`, or `Ethereum Soft` for another wallet
 * under its own name.
 */
const watch = () => {
  let found: FoundWallet[] = []
  ends.push(
    watchWallets((wallets) => {
      found = wallets
    }),
  )
  return {
    get found() {
      return found
    },
    get names() {
      return found.map(({ kind, name }) => (/Ethereum|Solana/.test(kind) && name ? `${kind} ${name}` : kind))
    },
  }
}

test('none', () => assert.equal(watch().names, []))

test('every kind, in the documented order', () => {
  register(createSolanaWallet({ name: 'Glow' }))
  announce({ name: 'Rabby', rdns: 'io.rabby' })
  announce({ name: 'Binance Wallet', rdns: 'com.binance.wallet' })
  announce({ name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet' })
  announce({ name: 'MetaMask', rdns: 'io.metamask' })
  register(createSolanaWallet({ name: 'Phantom' }))
  inject({ vessel: { ethereum: createEthereumWallet() } })
  assert.equal(watch().names, ['Vessel', 'Phantom', 'Metamask', 'Coinbase', 'Binance', 'Ethereum Rabby', 'Solana Glow'])
})

test('several wallets of one chain are in ethereum.providers, and each is called through its own provider', () => {
  const [metamask, coinbase, other] = [{ isMetaMask: true }, { isCoinbaseWallet: true }, {}].map((flags) => ({
    ...createEthereumWallet(),
    ...flags,
  }))
  inject({ ethereum: { ...metamask, providers: [coinbase, metamask, other] } })
  const { found, names } = watch()
  assert.equal(names, ['Metamask', 'Coinbase', 'Ethereum'])
  assert.equal(
    found.map((wallet) => 'provider' in wallet && wallet.provider),
    [metamask, coinbase, other],
  )
})

for (const [given, names] of [
  [{ ethereum: { isMetaMask: true } }, ['Metamask']],
  [{ ethereum: { isMetaMask: true, isCoinbaseWallet: true } }, ['Coinbase']],
  [{ ethereum: {} }, ['Ethereum']],
  [{ BinanceChain: {} }, ['Binance']],
  [{ vessel: { ethereum: {} } }, ['Vessel']],
  [{ vessel: {} }, []],
  [{ solana: { isPhantom: true } }, ['Phantom']],
  [{ phantom: { solana: { isPhantom: true } } }, ['Phantom']],
  [{ solana: {} }, ['Solana']],
  [{ ethereum: { providers: [] } }, []],
  [{ ethereum: { providers: 5 } }, ['Ethereum']],
  [{ ethereum: { providers: [null, { isMetaMask: true }] } }, ['Metamask']],
] as [object, string[]][]) {
  test(`globals ${JSON.stringify(given)}: ${names.join() || 'none'}`, () => {
    inject(given as Record<string, unknown>)
    assert.equal(watch().names, names)
  })
}

test('an announced wallet takes the place of its global and shows once', () => {
  const provider = announce({ name: 'MetaMask', rdns: 'io.metamask' })
  inject({ ethereum: { isMetaMask: true } })
  const { found, names } = watch()
  assert.equal(names, ['Metamask'])
  assert.is('provider' in found[0]! && found[0].provider, provider)
})

test('a wallet that announces a provider owns it, even if the provider claims to be MetaMask', () => {
  const brave = announce({ name: 'Brave Wallet', rdns: 'com.brave.wallet' })
  inject({ ethereum: Object.assign(brave, { isMetaMask: true }) })
  assert.equal(watch().names, ['Ethereum Brave Wallet'])
  announce({ name: 'MetaMask', rdns: 'io.metamask' })
  assert.equal(watch().names, ['Metamask', 'Ethereum Brave Wallet'])
})

test('a wallet with a name replaces the generic button of its chain', () => {
  inject({ ethereum: {}, solana: {} })
  announce({ name: 'Rabby', rdns: 'io.rabby' })
  assert.equal(watch().names, ['Ethereum Rabby', 'Solana'])
})

test('a wallet that is announced on both chains shows once, Phantom on Solana', () => {
  announce({ name: 'Phantom', rdns: 'app.phantom' })
  register(createSolanaWallet({ name: 'Phantom' }))
  announce({ name: 'MetaMask', rdns: 'io.metamask' })
  register(createSolanaWallet({ name: 'MetaMask' }))
  announce({ name: 'Both', rdns: 'example.both' })
  register(createSolanaWallet({ name: 'Both' }))
  const { found, names } = watch()
  assert.equal(names, ['Phantom', 'Metamask', 'Ethereum Both'])
  assert.equal(
    found.map(({ chain }) => chain),
    ['solana', 'ethereum', 'ethereum'],
  )
})

test('late announcements count until the watcher stops', () => {
  const watched = watch()
  announce({ name: 'Rabby', rdns: 'io.rabby' })
  assert.equal(watched.names, ['Ethereum Rabby'])
  register(createSolanaWallet({ name: 'Glow' }))
  assert.equal(watched.names, ['Ethereum Rabby', 'Solana Glow'])
  ends.shift()!()
  announce({ name: 'Later', rdns: 'example.later' })
  assert.equal(watched.names.length, 2)
})

test('two watchers at the same time find the same wallets', () => {
  announce({ name: 'Rabby', rdns: 'io.rabby' })
  const [one, other] = [watch(), watch()]
  register(createSolanaWallet({ name: 'Glow' }))
  assert.equal(one.names, ['Ethereum Rabby', 'Solana Glow'])
  assert.equal(other.names, one.names)
})

test('an icon is a data:image URL or missing, and a name has at most 40 characters', () => {
  const icons = [walletIcon('red'), 'https://example.com/a.png', 'data:text/html,<script>', 'javascript:alert(1)', '']
  icons.forEach((icon, at) => announce({ name: at + '!'.repeat(100_000), rdns: `example.${at}`, icon }))
  const { found } = watch()
  assert.equal(
    found.map(({ icon }) => icon),
    [walletIcon('red'), undefined, undefined, undefined, undefined],
  )
  assert.ok(found.every(({ name }) => name!.length === 40))
})

test('an element whose id is the name of a global is not a wallet, and neither is a global that throws', () => {
  Object.assign(window, { ethereum: document.createElement('h2'), solana: document.createElement('h2'), vessel: { ethereum: {} } })
  assert.equal(watch().names, [])
  Object.defineProperty(window, 'BinanceChain', {
    configurable: true,
    get: () => {
      throw new Error('locked')
    },
  })
  const { names } = watch()
  assert.equal(names, [])
})

const trap = (...names: string[]) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          enumerable: true,
          get: () => {
            throw new Error('locked')
          },
        },
      ]),
    ),
  )
/**
 * Elements that a page can have under the name of a wallet's global: `<a id=ethereum>`, two of
 * them, or a form with a field called `request`.
 */
const elements = (): Record<string, unknown> => {
  const form = document.createElement('form')
  form.innerHTML = '<input name="request"><input name="connect"><input name="signMessage"><input name="providers">'
  const field = (name: string) => form.querySelector(`[name=${name}]`)
  return {
    'a link': document.createElement('a'),
    'two links': [document.createElement('a'), document.createElement('a')],
    'a form with fields': {
      request: field('request'),
      connect: field('connect'),
      signMessage: field('signMessage'),
      providers: field('providers'),
    },
    'an empty object': {},
    'a text': 'wallet',
    'a number': 5,
    null: null,
    'an object that throws at request': trap('request', 'connect', 'signMessage'),
    'an object that throws at every flag': Object.assign(trap('isMetaMask', 'isCoinbaseWallet', 'isPhantom'), {}),
    'an object that throws at providers': trap('providers', 'solana', 'ethereum'),
    'an object that hides its property names': new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('locked')
        },
      },
    ),
  }
}

for (const name of globals) {
  for (const what of Object.keys(elements())) {
    test(`${name} is ${what}: not a wallet, and the other globals are still found`, () => {
      inject({
        ethereum: { isMetaMask: true },
        BinanceChain: {},
        vessel: { ethereum: {} },
        phantom: { solana: { isPhantom: true } },
        solana: { isGlow: true },
      })
      const all = { vessel: 'Vessel', phantom: 'Phantom', ethereum: 'Metamask', BinanceChain: 'Binance', solana: 'Solana' }
      assert.equal(watch().names, Object.values(all))
      Object.assign(window, { [name]: elements()[what] })
      const { [name as keyof typeof all]: _, ...others } = all
      assert.equal(watch().names, Object.values(others))
    })
  }

  test(`${name} cannot be read: the other globals are still found`, () => {
    const others = globals.filter((other) => other !== name)
    inject(Object.fromEntries(others.map((other) => [other, { ethereum: {}, solana: {} }])))
    const before = watch().names
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new Error('locked')
      },
    })
    assert.equal(watch().names, before)
    assert.ok(before.length >= 3, before.join())
  })
}

test('a provider that throws is skipped among ethereum.providers, and a throwing flag makes a wallet count as another brand', () => {
  const [metamask, locked, odd] = [
    { ...createEthereumWallet(), isMetaMask: true },
    trap('request'),
    Object.assign(trap('isMetaMask'), createEthereumWallet()),
  ]
  inject({ vessel: { ethereum: {} } })
  Object.assign(window, { ethereum: { providers: [locked, null, 5, odd, metamask] } })
  assert.equal(watch().names, ['Vessel', 'Metamask', 'Ethereum'])
})

/**
 * Ways in which wallets set their flags: on themselves, on their class, or as non-enumerable
 * accessors.
 */
const flagged: [how: string, make: (...flags: string[]) => object][] = [
  ['own', (...flags) => ({ ...createEthereumWallet(), ...Object.fromEntries(flags.map((flag) => [flag, true])) })],
  [
    'of a class',
    (...flags) => {
      class Wallet {}
      for (const flag of flags) Object.defineProperty(Wallet.prototype, flag, { get: () => true })
      return Object.assign(new Wallet(), createEthereumWallet())
    },
  ],
  [
    'hidden',
    (...flags) => {
      const wallet = createEthereumWallet()
      for (const flag of flags) Reflect.defineProperty(wallet, flag, { value: true, enumerable: false })
      return new Proxy(wallet, {})
    },
  ],
]
for (const [how, make] of flagged) {
  for (const brand of ['isRabby', 'isBraveWallet', 'isTrust', 'isOkxWallet', 'isPhantom', 'isSomethingNew']) {
    test(`a wallet that says isMetaMask and ${brand}, ${how}, is not Metamask, alone or beside the real one`, () => {
      const [metamask, other] = [make('isMetaMask'), make('isMetaMask', brand)]
      Object.assign(window, { ethereum: other })
      assert.equal(watch().names, ['Ethereum'])
      for (const providers of [
        [other, metamask],
        [metamask, other],
      ]) {
        Object.assign(window, { ethereum: { providers } })
        const { found, names } = watch()
        assert.equal(names, ['Metamask', 'Ethereum'])
        assert.equal(
          found.map((wallet) => 'provider' in wallet && wallet.provider),
          [metamask, other],
        )
      }
    })
  }

  test(`a false flag, a function or a status is not a brand, ${how}`, () => {
    const wallet = Object.assign(make('isMetaMask', 'isConnected', 'isUnlocked'), { isRabby: false, isWeb3: () => true, isDesktop: 'yes' })
    Object.assign(window, { ethereum: wallet })
    assert.equal(watch().names, ['Metamask'])
  })
}

for (const [given, names] of [
  [{ solana: { isPhantom: true, isBraveWallet: true } }, ['Solana']],
  [{ solana: { isPhantom: true, isConnected: true } }, ['Phantom']],
  [{ phantom: { solana: { isPhantom: true } }, solana: { isPhantom: true, isExodus: true } }, ['Phantom', 'Solana']],
  [{ phantom: { solana: { isPhantom: true } }, solana: { isSolflare: true } }, ['Phantom', 'Solana']],
] as [object, string[]][]) {
  test(`globals ${JSON.stringify(given)}: ${names.join()}`, () => {
    inject(given as Record<string, unknown>)
    assert.equal(watch().names, names)
  })
}

test('a provider without a request method is not a wallet', () => {
  for (const provider of [{}, { request: 'yes' }, document.createElement('a'), trap('request')])
    announce({ name: 'None', rdns: 'example.none' }, provider)
  assert.equal(watch().names, [])
})

/**
 * Solana wallets that have only some of Phantom's methods. They differ in what `signMessage`
 * returns.
 */
const partial: Record<string, (wallet: ReturnType<typeof createInjectedSolana>) => object> = {
  'only signMessage() and publicKey, which returns the bytes': ({ wallet, request }) => ({
    publicKey: { toString: () => wallet.address },
    signMessage: async (message: Uint8Array) =>
      ((await request({ method: 'signMessage', params: { message, display: 'utf8' } })) as { signature: Uint8Array }).signature,
  }),
  'only signMessage() and publicKey, which returns {signature}': ({ wallet, request }) => ({
    publicKey: wallet.address,
    signMessage: (message: Uint8Array) => request({ method: 'signMessage', params: { message, display: 'utf8' } }),
  }),
  'signMessage() and connect(), which returns a list of numbers': ({ connect, request }) => ({
    connect,
    signMessage: async (message: Uint8Array) => [
      ...((await request({ method: 'signMessage', params: { message, display: 'utf8' } })) as { signature: Uint8Array }).signature,
    ],
  }),
}
for (const [what, of] of Object.entries(partial)) {
  test(`window.solana with ${what}, connects and signs`, async () => {
    const whole = createInjectedSolana()
    // It is already connected.
    await whole.connect()
    Object.assign(window, { solana: of(whole) })
    const { found, names } = watch()
    assert.equal(names, ['Solana'])
    const address = await connect(found[0]!)
    assert.is(address, whole.wallet.address)
    assert.ok(isSolanaSignature(TEXT, await sign(found[0]!, address, TEXT), address))
    whole.wallet.manners.sign = 'lies'
    assert.not(isSolanaSignature(TEXT, await sign(found[0]!, address, TEXT), address))
    for (const manner of ['refuses', 'says nothing', 'babbles', 'throws'] as const) {
      whole.wallet.manners.sign = manner
      await rejection(sign(found[0]!, address, TEXT))
    }
  })
}

for (const given of [{ publicKey: 'x' }, { connect: async () => ({}) }, { request: async () => ({}) }, { signMessage: true }]) {
  test(`window.solana with ${Object.keys(given).join()} alone cannot sign and is not a wallet`, () => {
    Object.assign(window, { solana: given })
    assert.equal(watch().names, [])
  })
}

test('other objects are ignored', () => {
  const watched = watch()
  for (const detail of [
    undefined,
    null,
    5,
    {},
    { info: {} },
    { provider: {} },
    { info: null, provider: {} },
    {
      get info() {
        throw new Error('no')
      },
      provider: {},
    },
  ]) {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }
  for (const odd of [
    null,
    {},
    { name: 'x' },
    { name: 'x', features: {}, chains: [] },
    { name: 'x', chains: ['sui:mainnet'], features: createSolanaWallet().features },
  ]) {
    dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: StandardRegistry) => api.register(odd as unknown as StandardWallet),
      }),
    )
  }
  assert.equal(watched.names, [])
  announce({ name: 'Real', rdns: 'constructor' })
  assert.equal(watched.names, ['Ethereum Real'])
})

const TEXT = 'app wants you to sign in — ünïcödé 🔑\n\nNonce: 1'
const soft = {
  'EIP-1193': () => {
    const provider = createEthereumWallet()
    return {
      address: provider.address,
      manners: provider.manners,
      wallet: { kind: 'Ethereum', chain: 'ethereum', provider } as FoundWallet,
    }
  },
  'the Wallet Standard': () => {
    const standard = createSolanaWallet()
    return {
      address: standard.address,
      manners: standard.manners,
      wallet: { kind: 'Solana', chain: 'solana', standard } as unknown as FoundWallet,
    }
  },
  'window.solana': () => {
    const injected = createInjectedSolana()
    const { address, manners } = injected.wallet
    return { address, manners, wallet: { kind: 'Solana', chain: 'solana', injected } as unknown as FoundWallet }
  },
}
for (const [name, make] of Object.entries(soft)) {
  test(`${name}: connects and signs exactly the given bytes`, async () => {
    const { address, wallet } = make()
    assert.is(await connect(wallet), address)
    const signature = await sign(wallet, address, TEXT)
    if (wallet.chain === 'solana') assert.ok(isSolanaSignature(TEXT, signature, address))
    else assert.is(signerOf(TEXT, signature)!.toLowerCase(), address)
  })

  for (const manner of manners.filter((manner) => !/agrees|hangs|switches/.test(manner))) {
    // On Solana, a wallet that lies about an address returns a string that is not an address. On
    // Ethereum only the provider's API finds out.
    if (manner === 'lies' && name === 'EIP-1193') continue
    test(`${name}: it ${manner} when asked to connect`, async () => {
      const { manners, wallet } = make()
      manners.connect = manner
      await rejection(connect(wallet))
    })
  }
  for (const manner of manners.filter((manner) => !/agrees|hangs|lies/.test(manner))) {
    test(`${name}: it ${manner} when asked to sign`, async () => {
      const { address, manners, wallet } = make()
      await connect(wallet)
      manners.sign = manner
      await rejection(sign(wallet, address, TEXT))
    })
  }
}

test('personal_sign gets the UTF-8 bytes of the text in hex, and the address', async () => {
  const requests: { method: string; params?: unknown[] }[] = []
  const provider = createEthereumWallet({ requests })
  await sign({ kind: 'Ethereum', chain: 'ethereum', provider }, await connect({ kind: 'Ethereum', chain: 'ethereum', provider }), 'é\n')
  assert.equal(
    requests.map(({ method, params }) => [method, params]),
    [
      ['eth_requestAccounts', undefined],
      ['personal_sign', ['0xc3a90a', provider.address]],
      ['eth_accounts', undefined],
    ],
  )
})

for (const [how, answer] of Object.entries<() => unknown>({
  refuses: () => Promise.reject(new Error('4200')),
  'throws at': () => {
    throw new Error('4200')
  },
  'never answers': () => new Promise(() => {}),
  'answers nonsense to': () => 5,
})) {
  test(`the account of a wallet that ${how} eth_accounts counts as connected`, async () => {
    const { request, ...provider } = createEthereumWallet()
    const strict = {
      ...provider,
      request: (call: { method: string }) => (call.method === 'eth_accounts' ? answer() : request(call)) as Promise<unknown>,
    }
    const wallet: FoundWallet = { kind: 'Ethereum', chain: 'ethereum', provider: strict }
    assert.is(signerOf(TEXT, await sign(wallet, await connect(wallet), TEXT))!.toLowerCase(), provider.address)
  })
}

test('a wallet for several chains connects with its Solana account', async () => {
  const standard = createSolanaWallet()
  const { connect: own } = standard.features['standard:connect']
  const bitcoin = { address: '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L', chains: ['bitcoin:mainnet'] }
  const several = {
    ...standard,
    features: {
      ...standard.features,
      'standard:connect': { connect: async () => ({ accounts: [bitcoin, ...((await own()) as any).accounts] }) },
    },
  }
  assert.is(await connect({ kind: 'Solana', chain: 'solana', standard: several } as unknown as FoundWallet), standard.address)
})

for (const [chain, given] of [
  ['ethereum', ['0x']],
  ['ethereum', []],
  ['ethereum', 'yes'],
  ['ethereum', null],
  ['ethereum', [null]],
  ['ethereum', [5]],
  ['ethereum', ['0x' + 'g'.repeat(40)]],
  ['ethereum', ['0x' + '1'.repeat(41)]],
  ['ethereum', {}],
] as const) {
  test(`${chain}: ${JSON.stringify(given)} is not an account`, async () => {
    await rejection(connect({ kind: 'Ethereum', chain, provider: { request: async () => given } }))
  })
}

test('several wallets with the same well-known brand show once', () => {
  const first = announce({ name: 'MetaMask', rdns: 'io.metamask' })
  announce({ name: 'MetaMask (2)', rdns: 'io.metamask' })
  announce({ name: 'Rabby', rdns: 'io.rabby' })
  announce({ name: 'Rabby (2)', rdns: 'io.rabby' })
  const { found, names } = watch()
  // Of other names there can be several, because only the names tell them apart.
  assert.equal(names, ['Metamask', 'Ethereum Rabby', 'Ethereum Rabby (2)'])
  assert.is('provider' in found[0]! && found[0].provider, first)
})

test.run()
