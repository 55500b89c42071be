import type { Page } from 'playwright-core'

/**
 * Gives a page a device that keeps passkeys, and that its owner touches at once. Resolves with the
 * browser's protocol, and the device's id in it.
 */
export const addAuthenticator = async (page: Page) => {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', { options })
  return { protocol, authenticatorId }
}
