/** Asks a visitor on the emulator for a second factor. */
import { closeAll, newClient, newParent, provider, recording } from '../../harness/login.ts'
import { screenIn, settled, until, type Screen } from '../../harness/screen.ts'
import { Secret, TOTP } from 'otpauth'
import type { SeedUser } from '../../../src/tools/emulator/index.ts'
import type { LatchkeyClient } from '../../../src/entries/index.ts'
import type { SecondFactorProps, WidgetEvent } from '../../../src/widget/publicTypes.ts'
import { secondFactor } from '../../../src/widget/laterChunks.ts'
import type { Test } from 'uvu'

export const clients: LatchkeyClient[] = []

export const email = 'ada@example.com'
export const password = 'a sentence that nobody says 7'
export const secret = 'JBSWY3DPEHPK3PXP'
export const phone = '+12025550123'
export const other = '+442079460958'
export const CODE = '.lk-code-input'
export const RECOVERY = '#recovery-code-input'
export const CONFIRMED = "You have confirmed that it's you."
export const APP = 'Enter the 6-digit code that your authenticator app shows.'

export const totp = { secret, recovery_codes: ['abcd-efgh', 'ijkl-mnop'] }
export const everything: SeedUser = { phone_numbers: [{ phone_number: phone }, { phone_number: other }], totp }
export const appCode = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: provider.clock.now() })

export interface Asked extends Screen {
  client: LatchkeyClient
  events: WidgetEvent[]
  errors: unknown[]
  types(): string[]
  factors(): string[]
}

/**
 * Signs a user in with their password, unless `has` is undefined, and asks them for a second
 * factor.
 */
export const ask = async (
  has: SeedUser | undefined,
  props: SecondFactorProps = {},
  before?: (client: LatchkeyClient) => Promise<unknown>,
) => {
  const client = newClient()
  clients.push(client)
  if (has) {
    provider.seed({ users: [{ emails: [{ email }], password, ...has }] })
    await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  }
  await before?.(client)
  const parent = newParent()
  const { events, errors, callbacks } = recording()
  client.mountSecondFactor({
    elementId: parent,
    callbacks,
    ...props,
  })
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  const types = () => events.map(({ type }) => type)
  const factors = () => client.session.getSync()!.authentication_factors.map(({ delivery_method }) => delivery_method)
  return { ...screen, client, events, errors, types, factors } as Asked
}
export const rows = (screen: Screen) => screen.all('.lk-row').map((row) => row.textContent!.trim())

export const prepare = (test: Test) => {
  test.before(async () => {
    await secondFactor.load()
  })
  test.after.each(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await closeAll()
  })
}
