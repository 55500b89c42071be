/** The flows that `npm run live` runs against a project of its user, in this order. */
import { TOTP } from 'otpauth'

/** What a flow can do: a page with the client, and the mails that it asked for. */
export interface Live {
  /**
   * Calls a method of the client in the page, such as `otps.authenticate`. Resolves with its
   * answer, or rejects with an error whose message is the provider's `error_type`.
   */
  call: (method: string, ...args: unknown[]) => Promise<any>
  /** Waits for the newest mail to an address, opens its link, and resolves with the token in it. */
  tokenInMail: (to: string) => Promise<string>
  /** Waits for the newest mail to an address, and resolves with the code in it. */
  codeInMail: (to: string) => Promise<string>
  /** Starts a sign-in with a provider, and resolves with the address that the page leaves for. */
  leaves: (provider: string) => Promise<string>
  /** The page's own address, which the project has to list as a redirect URL. */
  home: string
  /** Two addresses of nobody in the project. */
  addresses: [string, string]
  /** What earlier flows have left. */
  kept: Record<string, any>
}

const minutes = { session_duration_minutes: 30 }
const PASSWORD = 'fjord-violin-walnut-72'
const NEW_PASSWORD = 'quartz-meadow-otter-19'

const expected = (condition: unknown, what: string) => {
  if (!condition) throw new Error(`expected ${what}`)
}

/** Resolves with the code of the error that a call must have. */
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => {
      throw new Error('expected a refusal, and the call was accepted')
    },
    ({ message }: Error) => message,
  )

const refused = async (call: Promise<unknown>, code: RegExp) => {
  const seen = await refusal(call)
  expected(code.test(seen), `the error ${code.source}, and it was ${seen}`)
}

const links = ({ home }: Live) => ({ login_magic_link_url: home, signup_magic_link_url: home })
const totp = (secret: string) => new TOTP({ secret }).generate()

export const flows: { name: string; run: (live: Live) => Promise<unknown> }[] = [
  {
    name: 'an email link signs up and logs in, with PKCE',
    async run(live) {
      await live.call('magicLinks.email.loginOrCreate', live.addresses[0], links(live))
      live.kept.token = await live.tokenInMail(live.addresses[0])
      const { user } = await live.call('magicLinks.authenticate', live.kept.token, minutes)
      expected(user.emails[0].email === live.addresses[0], 'the address of the user')
    },
  },
  {
    name: 'the link works once',
    run: ({ call, kept }) => refused(call('magicLinks.authenticate', kept.token, minutes), /magic_link/),
  },
  {
    name: 'the session is checked, and its user is read',
    async run({ call, addresses }) {
      const { session } = await call('session.authenticate', minutes)
      expected(session.authentication_factors.length === 1, 'one factor')
      expected((await call('user.get')).emails[0].email === addresses[0], 'the address of the user')
    },
  },
  {
    name: 'a name is added to the user',
    async run({ call }) {
      await call('user.update', { name: { first_name: 'Ada' } })
      expected((await call('user.get')).name.first_name === 'Ada', 'the name')
    },
  },
  {
    name: 'an authenticator app is added: a code of now is accepted',
    async run({ call, kept }) {
      Object.assign(kept, await call('totps.create', { expiration_minutes: 5 }))
      await call('totps.authenticate', { totp_code: totp(kept.secret), ...minutes })
    },
  },
  {
    name: 'a wrong code of the app is refused',
    run: ({ call, kept }) =>
      refused(call('totps.authenticate', { totp_code: totp(kept.secret) === '000000' ? '111111' : '000000', ...minutes }), /totp/),
  },
  {
    name: 'recovery codes are read, and one is used',
    async run({ call, kept }) {
      const { totps } = await call('totps.recoveryCodes')
      await call('totps.recover', { recovery_code: totps[0].recovery_codes[0], ...minutes })
      expected(kept.recovery_codes.includes(totps[0].recovery_codes[0]), 'the codes of the start')
    },
  },
  {
    name: 'a passkey is created',
    async run({ call }) {
      const { webauthn_registration_id } = await call('webauthn.register', minutes)
      expected(webauthn_registration_id, 'the id of the passkey')
    },
  },
  {
    name: 'the session is revoked: nobody is signed in',
    async run({ call }) {
      await call('session.revoke')
      expected((await call('session.getSync')) === null, 'no session')
    },
  },
  {
    name: 'the passkey logs in',
    async run({ call }) {
      const { session } = await call('webauthn.authenticate', minutes)
      expected(session.authentication_factors.length > 0, 'a factor')
    },
  },
  {
    name: 'the passkey is renamed and deleted',
    async run({ call }) {
      const [{ webauthn_registration_id }] = (await call('user.get')).webauthn_registrations
      await call('webauthn.update', { webauthn_registration_id, name: 'Live' })
      await call('user.deleteWebauthnRegistration', webauthn_registration_id)
      expected((await call('user.get')).webauthn_registrations.length === 0, 'no passkey')
    },
  },
  {
    name: 'the authenticator app is deleted',
    async run({ call, kept }) {
      await call('user.deleteTOTP', kept.totp_id)
      expected((await call('user.get')).totps.length === 0, 'no authenticator app')
      await call('session.revoke')
    },
  },
  {
    name: 'a wrong code from a mail is refused',
    async run({ call, codeInMail, addresses, kept }) {
      const { method_id } = await call('otps.email.loginOrCreate', addresses[0])
      Object.assign(kept, { method_id, code: await codeInMail(addresses[0]) })
      await refused(call('otps.authenticate', kept.code === '000000' ? '111111' : '000000', method_id, minutes), /otp/)
    },
  },
  {
    name: 'the right code logs in',
    async run({ call, kept }) {
      await call('otps.authenticate', kept.code, kept.method_id, minutes)
      await call('session.revoke')
    },
  },
  {
    name: 'the strength of a password is judged',
    async run({ call }) {
      expected((await call('passwords.strengthCheck', { password: 'password' })).valid_password === false, 'a weak password')
      expected((await call('passwords.strengthCheck', { password: PASSWORD })).valid_password === true, 'a strong password')
    },
  },
  {
    name: 'a password creates an account',
    async run({ call, addresses: [, email] }) {
      await call('passwords.create', { email, password: PASSWORD, ...minutes })
      await call('session.revoke')
    },
  },
  {
    name: 'a wrong password is refused',
    run: ({ call, addresses: [, email] }) =>
      refused(call('passwords.authenticate', { email, password: `${PASSWORD}x`, ...minutes }), /unauthorized_credentials/),
  },
  {
    name: 'the password logs in',
    async run({ call, addresses: [, email] }) {
      await call('passwords.authenticate', { email, password: PASSWORD, ...minutes })
      await call('session.revoke')
    },
  },
  {
    name: 'a mail resets the password, and the new one logs in',
    async run({ call, tokenInMail, home, addresses: [, email] }) {
      await call('passwords.resetByEmailStart', { email, reset_password_redirect_url: home, login_redirect_url: home })
      await call('passwords.resetByEmail', { token: await tokenInMail(email), password: NEW_PASSWORD, ...minutes })
      await call('session.revoke')
      await call('passwords.authenticate', { email, password: NEW_PASSWORD, ...minutes })
      await call('session.revoke')
    },
  },
  {
    name: "Google's button leads to the provider, with the token of the project",
    async run({ leaves }) {
      const url = new URL(await leaves('google'))
      expected(
        url.pathname.endsWith('/oauth/google/start') && url.searchParams.has('public_token'),
        `the provider's address, and it was ${url.origin + url.pathname}`,
      )
    },
  },
]
