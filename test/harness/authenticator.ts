import type { Page } from 'playwright-core'
import { touchedAtOnce } from '../../src/tools/testing/passkey.ts'

/**
 * Gives a page a device that keeps passkeys, and that its owner touches at once. Resolves with the
 * browser's protocol, and the device's id in it.
 */
export const addAuthenticator = async (page: Page) => {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', { options: touchedAtOnce })
  return { protocol, authenticatorId }
}
