/**
 * Checks which answers of a wallet count as a signature. Nothing else is sent to the provider
 * (docs/decisions/README.md#every-wallet-failure-ends-on-the-error-screen).
 */
import base58 from 'bs58'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connect, sign } from '../../src/browser/walletSigning.ts'
import type { FoundWallet } from '../../src/browser/wallets.ts'

const test = suite('wallet signatures')

const onEthereum = '0x' + '1'.repeat(40)
const onSolana = base58.encode(new Uint8Array(32).fill(1))

/** The result for a wallet that answers with `signature`, for each way of reaching a wallet. */
const ways: Record<string, (signature: unknown) => Promise<string>> = {
  'EIP-1193': (signature) => {
    const provider = { request: async ({ method }: { method: string }) => (method === 'personal_sign' ? signature : [onEthereum]) }
    return sign({ kind: 'Ethereum', chain: 'ethereum', provider } as FoundWallet, onEthereum, 'text')
  },
  'the Wallet Standard': (signature) => {
    const standard = { accounts: [{ address: onSolana }], features: { 'solana:signMessage': { signMessage: async () => [{ signature }] } } }
    return sign({ kind: 'Solana', chain: 'solana', standard } as unknown as FoundWallet, onSolana, 'text')
  },
  'window.solana': (signature) => {
    const injected = { publicKey: onSolana, request: async () => ({ signature }) }
    return sign({ kind: 'Solana', chain: 'solana', injected } as unknown as FoundWallet, onSolana, 'text')
  },
}
const outcome = (signed: Promise<string>) =>
  signed.then(
    (text) => text,
    (error: Error) => error.message,
  )
const bytes = (length: number) => new Uint8Array(length).fill(255)

for (const way of ['the Wallet Standard', 'window.solana']) {
  test(`${way}: 64 bytes in any container are a signature, and no other length is`, async () => {
    for (const made of [
      bytes(64),
      [...bytes(64)],
      Buffer.from(bytes(64)),
      bytes(64).buffer,
      new DataView(bytes(66).buffer, 1, 64),
      JSON.parse(JSON.stringify(Buffer.from(bytes(64)))),
      JSON.parse(JSON.stringify(bytes(64))),
      base58.encode(bytes(64)),
      ` ${base58.encode(bytes(64))}\n`,
      Buffer.from(bytes(64)).toString('base64'),
      Buffer.from(bytes(64)).toString('base64url'),
      Buffer.from(bytes(64)).toString('hex'),
      `0x${Buffer.from(bytes(64)).toString('hex').toUpperCase()}`,
      { signature: bytes(64) },
      { signature: Buffer.from(bytes(64)).toString('base64') },
      { type: 'signature', data: [...bytes(64)] },
      { value: { bytes: base58.encode(bytes(64)) } },
    ])
      assert.is(await outcome(ways[way]!(made)), base58.encode(bytes(64)))
    for (const length of [0, 1, 32, 63, 65, 96, 128]) assert.is(await outcome(ways[way]!(bytes(length))), 'odd answer', `${length} bytes`)
    for (const odd of [
      base58.encode(bytes(63)),
      base58.encode(bytes(65)),
      Buffer.from(bytes(63)).toString('base64'),
      Buffer.from(bytes(65)).toString('hex'),
      { signature: { signature: { signature: { signature: bytes(64) } } } },
      { signature: null },
      'O'.repeat(88),
      '1'.repeat(88),
      '',
      {},
      null,
      5,
      [{}],
      Symbol('odd'),
    ])
      assert.is(await outcome(ways[way]!(odd)), 'odd answer', typeof odd)
  })
}

test("EIP-1193: 65 bytes in hex are a signature, more can be a contract's (EIP-1271), and fewer bytes, half bytes or other characters are not", async () => {
  const hex = (digits: number, digit = 'f') => '0x' + digit.repeat(digits)
  for (const made of [hex(130), hex(130, 'F'), hex(132), hex(2000)]) assert.is(await outcome(ways['EIP-1193']!(made)), made)
  for (const odd of [
    hex(0),
    hex(128),
    hex(129),
    hex(131),
    hex(130, 'g'),
    hex(130).slice(2),
    ` ${hex(130)}`,
    `${hex(130)}\n`,
    [hex(130)],
    { toString: () => hex(130) },
    bytes(65),
    null,
    5,
  ]) {
    assert.is(await outcome(ways['EIP-1193']!(odd)), 'odd answer', String(odd))
  }
})

const another = base58.encode(new Uint8Array(32).fill(2))
const bitcoin = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', chains: ['bitcoin:mainnet'] }
const keys = (address: string) => ({ address, chains: ['solana:mainnet'] })

for (const [what, accounts, signs] of [
  ['the first', [keys(onSolana), keys(another)], true],
  ['the second', [keys(another), keys(onSolana)], true],
  ['the last of several chains', [bitcoin, keys(another), keys(onSolana)], true],
  ['gone', [keys(another)], false],
] as const) {
  test(`the Wallet Standard: the connected account is ${what} after it has signed`, async () => {
    const standard = {
      accounts: [keys(onSolana)] as unknown,
      features: {
        'solana:signMessage': {
          signMessage: async () => {
            standard.accounts = accounts
            return [{ signature: bytes(64) }]
          },
        },
      },
    }
    const signed = sign({ kind: 'Solana', chain: 'solana', standard } as unknown as FoundWallet, onSolana, 'text')
    assert.is(await outcome(signed), signs ? base58.encode(bytes(64)) : 'odd answer')
  })
}

for (const [what, accounts, signs] of [
  ['the second', ['0x' + '2'.repeat(40), onEthereum.toUpperCase().replace('X', 'x')], true],
  ['gone', ['0x' + '2'.repeat(40)], false],
  ['unknown', [], true],
  ['not said', { accounts: [] }, true],
] as const) {
  test(`EIP-1193: the connected account is ${what} after it has signed`, async () => {
    const signature = '0x' + 'f'.repeat(130)
    const provider = { request: async ({ method }: { method: string }) => (method === 'personal_sign' ? signature : accounts) }
    const signed = sign({ kind: 'Ethereum', chain: 'ethereum', provider } as FoundWallet, onEthereum, 'text')
    assert.is(await outcome(signed), signs ? signature : 'odd answer')
  })
}

for (const [what, publicKey] of [
  ['a text', onSolana],
  ['bytes', new Uint8Array(32).fill(1)],
  ['a buffer as JSON', JSON.parse(JSON.stringify(Buffer.alloc(32, 1)))],
  ['an object of its own', { toString: () => onSolana }],
] as const) {
  test(`window.solana: its public key is ${what}`, async () => {
    const injected = { publicKey, connect: async () => ({ publicKey }), request: async () => ({ signature: bytes(64), publicKey }) }
    const wallet = { kind: 'Solana', chain: 'solana', injected } as unknown as FoundWallet
    assert.is(await connect(wallet), onSolana)
    assert.is(await outcome(sign(wallet, onSolana, 'text')), base58.encode(bytes(64)))
  })
}

test.run()
