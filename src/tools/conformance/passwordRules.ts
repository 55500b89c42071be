import * as passwords from '../../api/passwords.ts'
import * as sessions from '../../api/sessions.ts'
import * as userSearch from '../../api/userSearch.ts'
import { expect } from './Nonconformity.ts'
import { duration, goodPassword, rules, signedOut, type Rule } from './situation.ts'

/** How many wrong passwords a visitor can try before the bridge stops answering for a while. */
const MOST_GUESSES = 12

/** Passwords and their resets. */
export const passwordRules: Rule[] = rules(({ passwords }) => passwords, {
  async 'a password signs up, and in again'({ visitor, newEmail }) {
    const [who, email, password] = [visitor(), newEmail(), goodPassword()]
    await who.call(passwords.create, { email, password, ...duration })
    await who.call(sessions.authenticate, {})
    const other = visitor()
    const { user } = await other.call(passwords.authenticate, { email, password, ...duration })
    expect(user.emails?.[0]?.email === email, `Somebody else is signed in: ${JSON.stringify(user.emails)}`)
    await other.call(sessions.authenticate, {})
  },

  async 'a wrong password and an unknown address are refused alike'({ visitor, newEmail }) {
    const [email, password] = [newEmail(), goodPassword()]
    await visitor().call(passwords.create, { email, password, ...duration })
    const who = visitor()
    const wrong = await who.refused(passwords.authenticate, { email, password: goodPassword(), ...duration }, ['unauthorized_credentials'])
    const unknown = await visitor().refused(passwords.authenticate, { email: newEmail(), password, ...duration }, [
      'unauthorized_credentials',
    ])
    expect(
      wrong.status === unknown.status && wrong.json.error_message === unknown.json.error_message,
      `They are told apart: ${wrong.summary}; ${unknown.summary}`,
    )
    await who.refused(sessions.authenticate, {}, signedOut)
  },

  async 'guesses of a password are limited'({ visitor, newEmail }) {
    const [who, email] = [visitor(), newEmail()]
    await who.call(passwords.create, { email, password: goodPassword(), ...duration })
    const guesser = visitor()
    const statuses: number[] = []
    for (let at = 0; at < MOST_GUESSES; at++) {
      const { status } = await guesser.refused(passwords.authenticate, { email, password: goodPassword(), ...duration })
      statuses.push(status)
    }
    expect(statuses.includes(429), `${MOST_GUESSES} wrong passwords were answered with ${statuses.join()}, but a 429 was expected`)
  },

  async 'an address has one account'({ visitor, newEmail }) {
    const [email, password] = [newEmail(), goodPassword()]
    await visitor().call(passwords.create, { email, password, ...duration })
    await visitor().refused(passwords.create, { email, password: goodPassword(), ...duration }, ['duplicate_email'])
    await visitor().refused(passwords.create, { email: email.toUpperCase(), password: goodPassword(), ...duration }, ['duplicate_email'])
    await visitor().call(passwords.authenticate, { email, password, ...duration })
  },

  async 'a weak password is refused, and its strength says so before'({ visitor, newEmail }) {
    const email = newEmail()
    await visitor().refused(passwords.create, { email, password: 'abc', ...duration }, ['weak_password'])
    const weak = await visitor().call(passwords.strengthCheck, { email, password: 'abc' })
    const strong = await visitor().call(passwords.strengthCheck, { email, password: goodPassword() })
    expect(weak.valid_password === false && strong.valid_password === true, `The strength of passwords: ${JSON.stringify([weak, strong])}`)
  },

  async 'the search says how an address logs in'({ visitor, newEmail }) {
    const email = newEmail()
    const typeOf = async () => (await visitor().call(userSearch.search, { email })).userType
    const before: unknown = await typeOf()
    await visitor().call(passwords.create, { email, password: goodPassword(), ...duration })
    const after: unknown = await typeOf()
    // a bridge may hide who has an account, and then says the same of everybody
    const hidden = before === 'passwordless' && after === 'passwordless'
    expect(hidden || (before === 'new' && after === 'password'), `userType is ${before} before a sign-up, and ${after} after it`)
  },

  async 'a reset signs in with the new password, once'({ visitor, newEmail, message, resetLinkIn, page }) {
    const [email, old, password] = [newEmail(), goodPassword(), goodPassword()]
    await visitor().call(passwords.create, { email, password: old, ...duration })
    const who = visitor()
    await who.call(passwords.resetByEmailStart, { email, reset_password_redirect_url: page.href, login_redirect_url: page.href })
    const { token, type } = resetLinkIn(await message(email))
    expect(type === 'reset_password', `The link of a reset has the type ${type}, but reset_password was expected`)
    await who.call(passwords.resetByEmail, { token, password, ...duration })
    await who.call(sessions.authenticate, {})
    await visitor().refused(passwords.authenticate, { email, password: old, ...duration }, ['unauthorized_credentials'])
    await visitor().call(passwords.authenticate, { email, password, ...duration })
    await visitor().refused(passwords.resetByEmail, { token, password: goodPassword(), ...duration })
    await visitor().call(passwords.authenticate, { email, password, ...duration })
  },

  async 'a reset is answered the same without an account'({ visitor, newEmail, page }) {
    const email = newEmail()
    await visitor().call(passwords.create, { email, password: goodPassword(), ...duration })
    const ask = (address: string) =>
      visitor().call(passwords.resetByEmailStart, { email: address, reset_password_redirect_url: page.href, login_redirect_url: page.href })
    const [known, unknown] = [await ask(email), await ask(newEmail())].map((data) => Object.keys(data).sort().join())
    expect(known === unknown, `The answers tell them apart: ${known} and ${unknown}`)
  },

  async 'a user changes the password with the one that they have'({ visitor, newEmail }) {
    const [email, existing_password, new_password] = [newEmail(), goodPassword(), goodPassword()]
    await visitor().call(passwords.create, { email, password: existing_password, ...duration })
    const change = (given: string) => ({ email, existing_password: given, new_password, ...duration })
    await visitor().refused(passwords.resetByExistingPassword, change(goodPassword()), ['unauthorized_credentials'])
    await visitor().call(passwords.resetByExistingPassword, change(existing_password))
    await visitor().call(passwords.authenticate, { email, password: new_password, ...duration })
    await visitor().refused(passwords.authenticate, { email, password: existing_password, ...duration }, ['unauthorized_credentials'])
  },
})
