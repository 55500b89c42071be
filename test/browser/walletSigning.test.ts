/**
 * Checks which answers of a wallet count as a signature. Nothing else is sent to the provider
 * (docs/decisions.md#every-wallet-failure-ends-on-the-error-screen).
 */
import base58 from 'bs58'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sign } from '../../src/browser/walletSigning.ts'
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
    for (const made of [bytes(64), [...bytes(64)], Buffer.from(bytes(64))])
      assert.is(await outcome(ways[way]!(made)), base58.encode(bytes(64)))
    for (const length of [0, 1, 32, 63, 65, 96, 128]) assert.is(await outcome(ways[way]!(bytes(length))), 'odd answer', `${length} bytes`)
    assert.is(await outcome(ways[way]!(base58.encode(bytes(64)))), 'odd answer')
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

test.run()
