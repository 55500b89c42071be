/** Shows the account of a visitor on the emulator. */
import { closeAll, idle, newParent, open, provider, recording } from '../../harness/login.ts'
import { installPasskeys, type PasskeyDevice } from '../../../src/tools/playground/softwarePasskeys.ts'
import { screenIn, settled, until } from '../../harness/screen.ts'
import type { SeedUser } from '../../../src/tools/emulator/index.ts'
import type { AccountProps } from '../../../src/widget/publicTypes.ts'
import { account, accountApp, adding } from '../../../src/widget/laterChunks.ts'
import type { Test } from 'uvu'

export const EMAIL = 'ada@example.com'
export const PHONE = '+12133734253'
/** The same as people write it. */
export const NUMBER = '+1 213 373 4253'
export const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
export const LAST = 'This is your only way to log in. Add another one before you remove it.'
export const password = 'a sentence that nobody says 7'

export let device: PasskeyDevice

export const everything: SeedUser = {
  phone_numbers: [{ phone_number: PHONE }],
  totp: { secret: 'JBSWY3DPEHPK3PXP' },
  oauth: [{ provider_type: 'Google', provider_subject: '1' }],
  crypto_wallets: [{ crypto_wallet_address: WALLET, crypto_wallet_type: 'ethereum' }],
}

/** A visitor who is signed in, with all of this beside their email address and their password. */
export const signedIn = async (more: SeedUser = {}) => {
  provider.seed({ users: [{ emails: [{ email: EMAIL }], password, ...more }] })
  const login = await open()
  await login.client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 30 })
  return login
}

/** The visitor has let an app in. */
export const consents = async ({ client }: Awaited<ReturnType<typeof signedIn>>, scopes = ['openid']) => {
  const redirect_uri = 'https://notes.example/cb'
  provider.seed({
    clients: [{ client_id: 'app-1', client_name: 'Sunny Notes', client_type: 'third_party', redirect_uris: [redirect_uri] }],
  })
  await client.idp.oauthAuthorizeSubmit({
    client_id: 'app-1',
    redirect_uri,
    response_type: 'code',
    scopes,
    consent_granted: true,
  })
}

/**
 * Mounts the account of a visitor, by default of one who has nothing but an email address and a
 * password.
 */
export const show = async (login: Awaited<ReturnType<typeof signedIn>>, props: AccountProps = {}) => {
  const parent = newParent()
  const { events, errors, callbacks } = recording()
  const handle = login.client.mountAccount({
    elementId: parent,
    callbacks,
    ...props,
  })
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  await idle()
  /** The names in each section, by its title. */
  const sections = () =>
    Object.fromEntries(
      screen
        .all('[role=group]')
        .map((section) => [
          section.querySelector('h3')!.textContent,
          [...section.querySelectorAll('.lk-item')].map(
            (row) => row.querySelector('input')?.value ?? row.querySelector('bdi')?.textContent ?? '',
          ),
        ]),
    )
  const row = (name: string): Promise<HTMLElement> => until(() => screen.button(`Remove: ${name}`)?.closest('li'), name)
  const inRow = async (name: string, button: string) => {
    const buttons = [...(await row(name)).querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === button)!.click()
  }
  return { ...screen, login, parent, handle, events, errors, sections, row, inRow }
}

/** A device for passkeys in each test, and nothing left after it. */
export const prepare = (test: Test) => {
  test.before(async () => {
    await Promise.all([account.load(), accountApp.load(), adding.load()])
  })
  test.before.each(() => {
    device = installPasskeys()
  })
  test.after.each(async () => {
    await closeAll()
    device.remove()
  })
}
