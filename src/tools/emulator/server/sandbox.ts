/**
 * What the provider's values for tests do: they name one user, who signs in without a message and
 * without a secret.
 */
import * as v from 'valibot'
import type { User } from '../../../api/entities.ts'
import { codeProof } from '../methods/otps.ts'
import { phoneNumber } from '../requests/fields.ts'
import { linkProof } from '../methods/magicLinks.ts'
import { providerValues } from '../methods/oauth.ts'
import type { Proof } from '../sessions/sessions.ts'
import { isSandboxLink, SANDBOX_EMAIL } from './sandboxValues.ts'
import type { BaseParts } from '../baseParts.ts'

/** The user to whom the address and the number belong, under the provider's own ids. */
const USER = 'user-test-e3795c81-f849-4167-bfda-e4a6e9c280fd'
const EMAIL = { email_id: 'email-test-23873e89-d4ed-4e92-b3b9-e5c7198fa286', email: SANDBOX_EMAIL, verified: true }
const PHONE = { phone_id: 'phone-number-test-98cfbe19-6c8f-4b8b-b62a-e78a5a7bdff3', phone_number: '+10000000000', verified: true }

const CODE = '000000'
const RECOVERY_CODE = 'a1b2-c3d4-e5f6'
const OAUTH_TOKEN = 'hdPVZHHX0UoRa7hJTuuPHi1vlddffSnoweRbVFf5-H8g'
const SESSION_TOKEN = 'WJtR5BCy38Szd5AfoDpf0iqFKEt4EE5JhjlWUY7l3FtY'
const WALLET = '0x6df2dB4Fb3DA35d241901Bd53367770BF03123f1'
const SIGNATURE = '0x0c4f82edc3c818b6beff4b89e0682994e5878074609903cecdfb'

const TOTP = { totp_id: `totp-test-${USER.slice('user-test-'.length)}`, verified: true }
const ACCOUNT = {
  oauth_user_registration_id: `oauth-user-test-${USER.slice('user-test-'.length)}`,
  provider_type: 'Google',
  provider_subject: '000000000000000000000',
}

/**
 * Each function returns undefined if what it is given is no value for tests, or the project has
 * none.
 */
export const createSandbox = ({ clock, project, users, sessions }: BaseParts) => {
  /**
   * The user, who begins with the first value that names them. An address or a number that somebody
   * else has stays theirs.
   */
  const user = (): User =>
    users.byId(USER) ??
    users.create({
      user_id: USER,
      emails: users.withEmail(EMAIL.email) ? [] : [{ ...EMAIL }],
      phone_numbers: users.withPhone(PHONE.phone_number) ? [] : [{ ...PHONE }],
    })

  /** Answers if the project has such values and this is one. */
  const when = <Result>(is: () => boolean, answer: () => Result) => (project.sandbox_values && is() ? answer() : undefined)

  const signInBy = <Answer extends object>(proof: Proof, answer: Answer) => ({ user: user(), proof, answer })

  const ofTotp = (user_id: string, is: boolean, proof: Proof) =>
    when(
      () => is && user_id === USER,
      () => signInBy(proof, { totp_id: TOTP.totp_id }),
    )

  return {
    /** A number in a request. That of the values is in no country's numbering plan. */
    phoneNumber: v.lazy((number) => (project.sandbox_values && number === PHONE.phone_number ? v.string() : phoneNumber)),

    /** Answers a call that would send something to the address or the number. */
    answerSend: ({ email, phone_number }: { email?: string; phone_number?: string }) =>
      when(
        () => email === EMAIL.email || phone_number === PHONE.phone_number,
        () => ({ user_id: user().user_id, ...(email === undefined ? { phone_id: PHONE.phone_id } : { email_id: EMAIL.email_id }) }),
      ),

    link: (token: string) =>
      when(
        () => isSandboxLink(token),
        () => signInBy(linkProof(EMAIL), { method_id: EMAIL.email_id, reset_sessions: false }),
      ),

    code: ({ method_id, code }: { method_id: string; code: string }) =>
      when(
        () => code === CODE && [EMAIL.email_id, PHONE.phone_id].includes(method_id),
        () => {
          const isEmail = method_id === EMAIL.email_id
          const proof = codeProof(isEmail ? 'email' : 'sms', method_id, isEmail ? EMAIL.email : PHONE.phone_number)
          return signInBy(proof, { method_id, reset_sessions: false })
        },
      ),

    /** The password of the address is whatever somebody says. */
    password: (email: string) =>
      when(
        () => email === EMAIL.email,
        () => signInBy({ type: 'password', delivery_method: 'knowledge' }, { email_id: EMAIL.email_id }),
      ),

    oauth: (token: string) =>
      when(
        () => token === OAUTH_TOKEN,
        () => {
          const { oauth_user_registration_id: id, provider_subject } = ACCOUNT
          const proof = {
            type: 'oauth',
            delivery_method: 'oauth_google',
            google_oauth_factor: { id, provider_subject, email_id: EMAIL.email_id },
          }
          return { ...signInBy(proof, {}), registration: ACCOUNT, provider_values: providerValues(clock, []) }
        },
      ),

    /** Begins the session of the token, unless it is there. */
    session: async (token: string | undefined) => {
      const bearer = when(
        () => token === SESSION_TOKEN,
        () => ({ headers: new Headers(), sessionToken: SESSION_TOKEN, newToken: SESSION_TOKEN }),
      )
      if (bearer) await sessions.signIn(bearer, user(), linkProof(EMAIL), undefined)
    },

    /** The user, for a call that names them by the id. */
    user: (user_id: string) => when(() => user_id === USER, user),

    totp: (user_id: string, totp_code: string) =>
      ofTotp(user_id, totp_code === CODE, {
        type: 'totp',
        delivery_method: 'authenticator_app',
        authenticator_app_factor: { totp_id: TOTP.totp_id },
      }),

    recovery: (user_id: string, code: string) =>
      ofTotp(user_id, code === RECOVERY_CODE, {
        type: 'recovery_codes',
        delivery_method: 'recovery_code',
        recovery_code_factor: { totp_recovery_code_id: TOTP.totp_id },
      }),

    recoveryCodes: (user_id: string) =>
      when(
        () => user_id === USER,
        () => ({ user_id: user().user_id, totps: [{ ...TOTP, recovery_codes: [RECOVERY_CODE] }] }),
      ),

    wallet: ({ crypto_wallet_address: address, signature }: { crypto_wallet_address: string; signature: string }) =>
      when(
        () => address === WALLET && signature === SIGNATURE,
        () => {
          const crypto_wallet_factor = {
            crypto_wallet_id: `crypto-wallet-test-${USER.slice('user-test-'.length)}`,
            crypto_wallet_address: WALLET,
            crypto_wallet_type: 'ethereum',
          }
          return signInBy({ type: 'crypto', delivery_method: 'ethereum_wallet', crypto_wallet_factor }, {})
        },
      ),
  }
}

export type Sandbox = ReturnType<typeof createSandbox>
