import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createSoftwareWallets } from '../../../src/tools/testing/wallets.ts'

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('signed lists the messages as the wallet has read them: hexadecimal or plain text', async () => {
  const { wallets, answer } = createSoftwareWallets()
  const messages = ['Log in to Acme\nÄ', '0x', '0xabc', '', 'deadbeef']
  for (const message of messages.flatMap((text) => [hex(text), text])) {
    const call = { method: 'personal_sign', params: [message, wallets.ethereum.address] }
    assert.is((await answer({ chain: 'ethereum', call })).error, undefined)
  }
  // '0x' is hexadecimal for no bytes.
  assert.equal(
    wallets.ethereum.signed,
    messages.flatMap((text) => [text, text === '0x' ? '' : text]),
  )
})

test.run()
