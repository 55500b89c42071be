/** The provider's own Node SDK logs users in with wallets. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checksumAddress, personalMessageHash } from '../../../../src/tools/emulator/methods/ethereum.ts'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: crypto wallets, for servers')

/** A software wallet: how the API names it, and how it signs a text. */
const newWallet = () => {
  const secret = secp256k1.utils.randomSecretKey()
  const point = secp256k1.getPublicKey(secret, false)
  const crypto_wallet_address = checksumAddress(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`)
  const sign = (text: string) => {
    const [recovery, ...rs] = secp256k1.sign(personalMessageHash(text), secret, { prehash: false, format: 'recovered' })
    return `0x${bytesToHex(Uint8Array.from([...rs, recovery! + 27]))}`
  }
  return { wallet: { crypto_wallet_type: 'ethereum', crypto_wallet_address }, sign }
}

test('a wallet that nobody has signs a new user in, who is the same for the browser', () =>
  serving(async ({ client, visitor }) => {
    const { wallet, sign } = newWallet()
    const first = await client.cryptoWallets.authenticateStart(wallet)
    assert.is(first.user_created, true)
    const again = await client.cryptoWallets.authenticateStart(wallet)
    assert.equal([again.user_id, again.user_created], [first.user_id, false])
    await expectRefusal(
      client.cryptoWallets.authenticate({ ...wallet, signature: sign(first.challenge) }),
      'unable_to_authenticate_crypto_wallet',
    )
    const signature = sign(again.challenge)
    const { user, session } = await client.cryptoWallets.authenticate({ ...wallet, signature, session_duration_minutes: 30 })
    assert.equal(
      [user.user_id, user.status, user.crypto_wallets[0]!.crypto_wallet_address],
      [first.user_id, 'active', wallet.crypto_wallet_address],
    )
    assert.is(session!.authentication_factors[0]!.type, 'crypto')
    await expectRefusal(client.cryptoWallets.authenticate({ ...wallet, signature }), 'unable_to_authenticate_crypto_wallet')

    const { data } = await visitor.call('POST /crypto_wallets/authenticate/start/primary', wallet)
    const browser = await visitor.call('POST /crypto_wallets/authenticate', {
      ...wallet,
      signature: sign(data.challenge),
      session_duration_minutes: 30,
    })
    assert.is(browser.data.user_id, first.user_id)
  }))

test('a wallet is added to the user of a session, unless another user has it', () =>
  serving(async ({ client, visitor, signIn }) => {
    const { user_id, session_token } = await signIn()
    const { wallet, sign } = newWallet()
    const start = await client.cryptoWallets.authenticateStart({ ...wallet, session_token })
    assert.equal([start.user_id, start.user_created], [user_id, false])
    const { session } = await client.cryptoWallets.authenticate({ ...wallet, signature: sign(start.challenge), session_token })
    assert.equal(
      session!.authentication_factors.map(({ type }) => type),
      ['otp', 'crypto'],
    )
    visitor.token = undefined
    const other = await signIn('bob@example.com')
    await expectRefusal(client.cryptoWallets.authenticateStart({ ...wallet, user_id: other.user_id }), 'duplicate_wallet_address')
    await expectRefusal(client.cryptoWallets.authenticateStart({ ...wallet, crypto_wallet_type: 'bitcoin' }), 'invalid_wallet_type')
    await expectRefusal(
      client.cryptoWallets.authenticateStart({ ...wallet, crypto_wallet_address: '0x1' }),
      'invalid_crypto_wallet_address',
    )
  }))

test('a Sign-In with Ethereum message comes back with its parameters', () =>
  serving(async ({ client }) => {
    const { wallet, sign } = newWallet()
    const siwe_params = { domain: 'app.example', uri: 'https://app.example/in', resources: ['https://app.example/terms'], chain_id: '5' }
    const { challenge } = await client.cryptoWallets.authenticateStart({ ...wallet, siwe_params })
    assert.match(challenge, /^app\.example wants you to sign in with your Ethereum account:/)
    const { siwe_params: siwe } = await client.cryptoWallets.authenticate({ ...wallet, signature: sign(challenge) })
    assert.equal([siwe!.domain, siwe!.uri, siwe!.chain_id, siwe!.resources], ['app.example', siwe_params.uri, '5', siwe_params.resources])
    await expectRefusal(
      client.cryptoWallets.authenticateStart({ ...wallet, siwe_params: { ...siwe_params, uri: 'nowhere' } }),
      'invalid_siwe_uri',
    )
  }))

test('the parameters that come back are those of the message, also where the server has sent none', () =>
  serving(async ({ client, emulator }) => {
    const parts = (challenge: string) => ({
      domain: challenge.split(' ')[0],
      uri: /^URI: (.*)$/m.exec(challenge)![1],
      chain_id: /^Chain ID: (.*)$/m.exec(challenge)![1],
      issued_at: /^Issued At: (.*)$/m.exec(challenge)![1],
    })
    const siweOf = async (siwe_params?: { uri?: string; domain?: string }) => {
      const { wallet, sign } = newWallet()
      const { challenge } = await client.cryptoWallets.authenticateStart({ ...wallet, siwe_params } as never)
      const { siwe_params: siwe } = await client.cryptoWallets.authenticate({ ...wallet, signature: sign(challenge) })
      const { domain, uri, chain_id, issued_at } = siwe!
      assert.equal({ domain, uri, chain_id, issued_at }, parts(challenge))
      assert.equal(siwe!.resources, [])
      return { domain, uri }
    }
    assert.equal(await siweOf({ uri: 'https://app.example:8443/in' }), { domain: 'app.example:8443', uri: 'https://app.example:8443/in' })
    assert.equal(await siweOf({ domain: 'app.example' }), { domain: 'app.example', uri: 'http://localhost:3000' })
    assert.equal(await siweOf({}), { domain: 'localhost:3000', uri: 'http://localhost:3000' })
    emulator.project({ siwe_required_for_crypto_wallets: true })
    assert.equal(await siweOf(), { domain: 'localhost:3000', uri: 'http://localhost:3000' })
  }))

test.run()
