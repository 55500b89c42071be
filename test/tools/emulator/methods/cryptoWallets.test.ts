import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import base58 from 'bs58'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checksumAddress, isEthereumAddress, personalMessageHash, signerOf } from '../../../../src/tools/emulator/methods/ethereum.ts'
import { siweMessage } from '../../../../src/tools/emulator/methods/siwe.ts'
import { isSolanaAddress, isSolanaSignature } from '../../../../src/tools/emulator/methods/solana.ts'
import { logInByCode, ORIGIN, setUp } from '../visitor.ts'

const test = suite('emulator: crypto wallets')

type SetUp = ReturnType<typeof setUp>

/** A software wallet: its address, and how it signs a text. */
const ethereumWallet = (secret = secp256k1.utils.randomSecretKey()) => {
  const point = secp256k1.getPublicKey(secret, false)
  const address = checksumAddress(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`)
  const sign = (text: string) => {
    const [recovery, ...rs] = secp256k1.sign(personalMessageHash(text), secret, { prehash: false, format: 'recovered' })
    return `0x${bytesToHex(Uint8Array.from([...rs, recovery! + 27]))}`
  }
  return { type: 'ethereum', address, sign }
}

const solanaWallet = (secret = ed25519.utils.randomSecretKey()) => ({
  type: 'solana',
  address: base58.encode(ed25519.getPublicKey(secret)),
  sign: (text: string) => base58.encode(ed25519.sign(new TextEncoder().encode(text), secret)),
})

type SoftWallet = ReturnType<typeof ethereumWallet>

const start = ({ call }: SetUp, { type, address }: SoftWallet, body: object = {}, factor = 'primary') =>
  call(`POST /crypto_wallets/authenticate/start/${factor}`, { crypto_wallet_address: address, crypto_wallet_type: type, ...body })
const finish = ({ call }: SetUp, { type, address }: SoftWallet, signature: string) =>
  call('POST /crypto_wallets/authenticate', {
    crypto_wallet_address: address,
    crypto_wallet_type: type,
    signature,
    session_duration_minutes: 30,
  })

for (const makeWallet of [ethereumWallet, solanaWallet]) {
  const { type } = makeWallet()

  test(`${type}: a persona signs in with its seeded wallet`, async () => {
    const wallet = makeWallet()
    const at = setUp()
    const crypto_wallet_address = type === 'ethereum' ? wallet.address.toLowerCase() : wallet.address
    const crypto_wallets = [{ crypto_wallet_address, crypto_wallet_type: type as 'ethereum' | 'solana' }]
    const {
      users: [ada],
    } = at.emulator.seed({ users: [{ emails: [{ email: 'ada@example.com' }], crypto_wallets }] })
    const { data } = await finish(at, wallet, wallet.sign((await start(at, wallet)).data.challenge))
    assert.is(data.user_id, ada!.user_id)
    assert.is(data.user.crypto_wallets.length, 1)
    assert.throws(
      () => at.emulator.seed({ users: [{ crypto_wallets: [{ crypto_wallet_address: 'nope', crypto_wallet_type: 'solana' }] }] }),
      /invalid_crypto_wallet_address/,
    )
  })

  test(`${type}: a signature of the challenge signs in, and finds the same user the next time`, async () => {
    const at = setUp()
    const wallet = makeWallet()
    const signIn = async () => finish(at, wallet, wallet.sign((await start(at, wallet)).data.challenge))
    const { data } = await signIn()
    assert.equal(
      data.user.crypto_wallets.map(({ crypto_wallet_id, ...rest }: Record<string, unknown>) => rest),
      [{ crypto_wallet_address: wallet.address, crypto_wallet_type: type, verified: true }],
    )
    assert.is(data.session.authentication_factors[0].type, 'crypto')
    assert.is((await signIn()).data.user_id, data.user_id)
  })

  test(`${type}: only this wallet's signature for this challenge works, once`, async () => {
    const at = setUp()
    const [wallet, stranger] = [makeWallet(), makeWallet()]
    const {
      data: { challenge },
    } = await start(at, wallet)
    for (const signature of [
      stranger.sign(challenge),
      wallet.sign(`${challenge} `),
      '',
      '0x',
      'nonsense',
      `0x${'0'.repeat(130)}`,
      `0x${'f'.repeat(130)}`,
      '1'.repeat(88),
    ]) {
      const { status, error } = await finish(at, wallet, signature)
      assert.equal([status, error.error_type], [401, 'unable_to_authenticate_crypto_wallet'], signature)
    }
    const signature = wallet.sign(challenge)
    assert.is((await finish(at, wallet, signature)).status, 200)
    assert.is((await finish(at, wallet, signature)).error.error_type, 'unable_to_authenticate_crypto_wallet')
  })

  test(`${type}: the newest challenge counts, and it expires`, async () => {
    const at = setUp()
    const wallet = makeWallet()
    const old = (await start(at, wallet)).data.challenge
    const fresh = (await start(at, wallet)).data.challenge
    assert.is.not(old, fresh)
    assert.is((await finish(at, wallet, wallet.sign(old))).status, 401)
    at.emulator.clock.advance(10 * 60_000)
    assert.is((await finish(at, wallet, wallet.sign(fresh))).error.error_type, 'unable_to_authenticate_crypto_wallet')
  })

  test(`${type}: secondary adds the wallet to the user of the session`, async () => {
    const at = setUp()
    const [wallet, otherWallet] = [makeWallet(), makeWallet()]
    assert.is((await start(at, wallet, {}, 'secondary')).error.error_type, 'user_unauthenticated')
    await finish(at, otherWallet, otherWallet.sign((await start(at, otherWallet)).data.challenge))
    const visitor = { ...at, ...at.visitor }
    const before = await logInByCode(visitor)
    assert.is((await start(visitor, otherWallet, {}, 'secondary')).error.error_type, 'duplicate_wallet_address')
    const {
      data: { challenge },
    } = await start(visitor, wallet, {}, 'secondary')
    const { data } = await finish(visitor, wallet, wallet.sign(challenge))
    assert.is(data.user_id, before.user_id)
    assert.is(data.user.crypto_wallets.length, 1)
    assert.is(data.session.authentication_factors.length, 2)
  })
}

test('addresses and types are checked', async () => {
  const at = setUp()
  for (const [type, address, error_type] of [
    ['bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'invalid_wallet_type'],
    ['constructor', '0x', 'invalid_wallet_type'],
    ['ethereum', '0xabc', 'invalid_crypto_wallet_address'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.toLowerCase().replace('5aaeb', '5Aaeb'), 'invalid_crypto_wallet_address'],
    ['solana', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'invalid_crypto_wallet_address'],
    ['solana', '', 'invalid_crypto_wallet_address'],
  ] as const) {
    assert.is((await start(at, { type, address } as SoftWallet)).error.error_type, error_type, address)
  }
})

test('an Ethereum address in any case is the same wallet', async () => {
  const at = setUp()
  const wallet = ethereumWallet()
  const lower = { ...wallet, address: wallet.address.toLowerCase() }
  const {
    data: { challenge },
  } = await start(at, lower)
  const { data } = await finish(at, wallet, wallet.sign(challenge))
  assert.is(data.user.crypto_wallets[0].crypto_wallet_address, wallet.address)
})

test('with Sign-In with Ethereum required, the challenge follows EIP-4361', async () => {
  const at = setUp({ project: { siwe_required_for_crypto_wallets: true } })
  const wallet = ethereumWallet()
  const {
    data: { challenge },
  } = await start(at, wallet, { siwe_params: { uri: `${ORIGIN}/login`, statement: 'Log in to Acme' } })
  const [first, address, , statement, , uri, version, chain, nonce] = challenge.split('\n')
  assert.is(first, 'app.example wants you to sign in with your Ethereum account:')
  assert.is(address, wallet.address)
  assert.is(statement, 'Log in to Acme')
  assert.equal([uri, version, chain], [`URI: ${ORIGIN}/login`, 'Version: 1', 'Chain ID: 1'])
  assert.match(nonce, /^Nonce: [A-Za-z0-9]{8,}$/)
  assert.is((await finish(at, wallet, wallet.sign(challenge))).status, 200)
  for (const [siwe_params, type] of [
    [{ uri: 'nope' }, 'invalid_siwe_uri'],
    [{ statement: 'a\nURI: https://evil' }, 'invalid_siwe_statement'],
    [{ chain_id: 'one' }, 'invalid_siwe_chain_id'],
    [{ issued_at: 'now' }, 'invalid_argument'],
    [{ not_before: 'now' }, 'invalid_argument'],
    [{ domain: 'a b' }, 'invalid_siwe_domain'],
    [{ message_request_id: 'a b' }, 'invalid_siwe_message_request_id'],
    [{ resources: ['nope'] }, 'invalid_siwe_resource'],
  ] as const) {
    assert.is((await start(at, wallet, { siwe_params })).error.error_type, type, JSON.stringify(siwe_params))
  }
  // Solana has no such message.
  assert.not.match((await start(at, solanaWallet())).data.challenge, /Ethereum/)
})

test('EIP-4361: the example of its section "Examples"', () => {
  const { message } = siweMessage(
    {
      domain: 'service.invalid',
      uri: 'https://service.invalid/login',
      statement: 'I accept the ServiceOrg Terms of Service: https://service.invalid/tos',
      issued_at: '2021-09-30T16:25:24Z',
      resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', 'https://example.com/my-web2-claim.json'],
    },
    { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', nonce: '32891756', issued_at: '', origin: '' },
  )
  assert.is(
    message,
    [
      'service.invalid wants you to sign in with your Ethereum account:',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '',
      'I accept the ServiceOrg Terms of Service: https://service.invalid/tos',
      '',
      'URI: https://service.invalid/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 32891756',
      'Issued At: 2021-09-30T16:25:24Z',
      'Resources:',
      '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      '- https://example.com/my-web2-claim.json',
    ].join('\n'),
  )
})

test('EIP-55: its own addresses', () => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ]) {
    assert.is(checksumAddress(address.toLowerCase()), address)
    assert.ok(isEthereumAddress(address) && isEthereumAddress(address.toLowerCase()))
  }
  assert.not(isEthereumAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'))
})

test('EIP-191: the signature that web3.js documents for personal messages', () => {
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
  assert.is(signerOf('Some data', signature), '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
  assert.is.not(signerOf('Some other data', signature), '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
  assert.is(bytesToHex(personalMessageHash('Some data')), '1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655')
})

test('ed25519: the first vectors of RFC 8032, section 7.1', () => {
  // Test 2: the message is the byte 0x72.
  const address = base58.encode(hexToBytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'))
  const signature = base58.encode(
    hexToBytes(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ),
  )
  assert.ok(isSolanaSignature('\x72', signature, address))
  assert.not(isSolanaSignature('\x73', signature, address))
})

test('base58 keeps leading zeros: 32 of them are the address of the system program', () => {
  assert.ok(isSolanaAddress('1'.repeat(32)))
  assert.not(isSolanaAddress('1'.repeat(31)))
  assert.not(isSolanaAddress('1'.repeat(33)))
  assert.not(isSolanaAddress(`${'1'.repeat(31)}0`))
})

test('a message is valid from its Not Before on (EIP-4361)', async () => {
  const at = setUp({ project: { siwe_required_for_crypto_wallets: true } })
  const wallet = ethereumWallet()
  const not_before = new Date(at.emulator.clock.now() + 5 * 60_000).toISOString()
  const signature = wallet.sign((await start(at, wallet, { siwe_params: { not_before } })).data.challenge)
  const { status, error } = await finish(at, wallet, signature)
  assert.equal([status, error.error_type], [401, 'siwe_message_not_valid_yet'])
  at.emulator.clock.advance(5 * 60_000)
  assert.is((await finish(at, wallet, signature)).status, 200)
})

test.run()
