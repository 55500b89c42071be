import * as magicLinks from '../../api/magicLinks.ts'
import * as passwords from '../../api/passwords.ts'
import * as sessions from '../../api/sessions.ts'
import * as userSearch from '../../api/userSearch.ts'
import { expect } from './Nonconformity.ts'
import { duration, expectLimit, foreignUrl, foreignUrls, goodPassword, rules, signedOut, type Rule } from './situation.ts'

/** How many wrong passwords a visitor can try before the bridge stops answering for a while. */
const MOST_GUESSES = 12

/** How often each time is taken. */
const TRIES = 8

/** Below this, in ms, no hash is made that is worth its name. */
const SHORTEST = 20

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const median = (times: number[]) => [...times].sort((one, other) => one - other)[times.length >> 1]!

const offered: Rule['needs'] = ({ passwords }) => passwords

const usualRules = rules(offered, {
  async 'a password signs up, and in again'({ visitor, newEmail, signUp }) {
    const [email, password] = [newEmail(), goodPassword()]
    const who = await signUp(email, password)
    await who.call(sessions.authenticate, {})
    const other = visitor()
    const { user } = await other.call(passwords.authenticate, { email, password, ...duration })
    expect(user.emails?.[0]?.email === email, `Somebody else is signed in: ${JSON.stringify(user.emails)}`)
    await other.call(sessions.authenticate, {})
  },

  async 'a wrong password and an unknown address are refused alike'({ visitor, newEmail, signUp }) {
    const [email, password] = [newEmail(), goodPassword()]
    await signUp(email, password)
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

  async 'guesses of a password are limited'({ visitor, newEmail, signUp }) {
    const email = newEmail()
    await signUp(email, goodPassword())
    const guesser = visitor()
    const statuses: number[] = []
    for (let at = 0; at < MOST_GUESSES; at++) {
      const { status } = await guesser.refused(passwords.authenticate, { email, password: goodPassword(), ...duration })
      statuses.push(status)
    }
    expect(statuses.includes(429), `${MOST_GUESSES} wrong passwords were answered with ${statuses.join()}, but a 429 was expected`)
  },

  async 'an address has one account'({ visitor, newEmail, signUp, confirms }) {
    const [email, password] = [newEmail(), goodPassword()]
    await signUp(email, password)
    const { userType } = await visitor().call(userSearch.search, { email: newEmail() })
    // a bridge that hides who has an account says to everybody that the mail decides
    const isHidden = confirms || userType !== 'new'
    const types = ['duplicate_email', ...(isHidden ? ['email_not_verified'] : [])]
    for (const address of [email, email.toUpperCase()]) {
      const other = goodPassword()
      await visitor().refused(passwords.create, { email: address, password: other, ...duration }, types)
      await visitor().refused(passwords.authenticate, { email, password: other, ...duration })
    }
    await visitor().call(passwords.authenticate, { email, password, ...duration })
  },

  async 'a weak password is refused, and its strength says so before'({ visitor, newEmail }) {
    const email = newEmail()
    await visitor().refused(passwords.create, { email, password: 'abc', ...duration }, ['weak_password'])
    const weak = await visitor().call(passwords.strengthCheck, { email, password: 'abc' })
    const strong = await visitor().call(passwords.strengthCheck, { email, password: goodPassword() })
    expect(weak.valid_password === false && strong.valid_password === true, `The strength of passwords: ${JSON.stringify([weak, strong])}`)
  },

  async 'the search says how an address logs in'({ visitor, newEmail, signUp }) {
    const email = newEmail()
    const typeOf = async () => (await visitor().call(userSearch.search, { email })).userType
    const before: unknown = await typeOf()
    await signUp(email, goodPassword())
    const after: unknown = await typeOf()
    // a bridge may hide who has an account, and then says the same of everybody
    const hidden = before === after && (before === 'passwordless' || before === 'password')
    expect(hidden || (before === 'new' && after === 'password'), `userType is ${before} before a sign-up, and ${after} after it`)
  },

  async 'a reset signs in with the new password, once'({ visitor, newEmail, signUp, resetLinkTo }) {
    const [email, old, password] = [newEmail(), goodPassword(), goodPassword()]
    await signUp(email, old)
    const who = visitor()
    const { token, type } = await resetLinkTo(email, who)
    expect(type === 'reset_password', `The link of a reset has the type ${type}, but reset_password was expected`)
    await who.call(passwords.resetByEmail, { token, password, ...duration })
    await who.call(sessions.authenticate, {})
    await visitor().refused(passwords.authenticate, { email, password: old, ...duration }, ['unauthorized_credentials'])
    await visitor().call(passwords.authenticate, { email, password, ...duration })
    await visitor().refused(passwords.resetByEmail, { token, password: goodPassword(), ...duration })
    await visitor().call(passwords.authenticate, { email, password, ...duration })
  },

  async 'a reset is answered the same without an account'({ newEmail, signUp, askForReset }) {
    const email = newEmail()
    await signUp(email, goodPassword())
    const [known, unknown] = [await askForReset(email), await askForReset(newEmail())].map((data) => Object.keys(data).sort().join())
    expect(known === unknown, `The answers tell them apart: ${known} and ${unknown}`)
  },

  async 'a user changes the password with the one that they have'({ visitor, newEmail, signUp }) {
    const [email, existing_password, new_password] = [newEmail(), goodPassword(), goodPassword()]
    await signUp(email, existing_password)
    const change = (given: string) => ({ email, existing_password: given, new_password, ...duration })
    await visitor().refused(passwords.resetByExistingPassword, change(goodPassword()), ['unauthorized_credentials'])
    await visitor().call(passwords.resetByExistingPassword, change(existing_password))
    await visitor().call(passwords.authenticate, { email, password: new_password, ...duration })
    await visitor().refused(passwords.authenticate, { email, password: existing_password, ...duration }, ['unauthorized_credentials'])
  },
})

/** What an attacker tries. */
const attackRules = rules(offered, {
  async 'a reset leads to no other site'({ visitor, newEmail, signUp, page, resetBody }) {
    const email = newEmail()
    await signUp(email, goodPassword())
    for (const url of foreignUrls(page)) {
      for (const name of ['reset_password_redirect_url', 'login_redirect_url']) {
        for (const address of [email, newEmail()])
          await visitor().refused(passwords.resetByEmailStart, { ...resetBody(address), [name]: url }, foreignUrl)
      }
    }
  },

  async 'resets of one address are limited'({ visitor, newEmail, signUp, resetBody }) {
    const known = newEmail()
    await signUp(known, goodPassword())
    // a limit for one of them only would say who has an account
    for (const email of [known, newEmail()]) await expectLimit(() => visitor().send(passwords.resetByEmailStart.route, resetBody(email)))
  },

  async 'a weak password does not spend a reset'({ visitor, newEmail, signUp, resetLinkTo }) {
    const [email, who] = [newEmail(), visitor()]
    await signUp(email, goodPassword())
    const { token } = await resetLinkTo(email, who)
    await who.refused(passwords.resetByEmail, { token, password: 'abc', ...duration }, ['weak_password'])
    await who.call(passwords.resetByEmail, { token, password: goodPassword(), ...duration })
  },

  async 'a reset ends every other session'({ newEmail, signUp, reset }) {
    const email = newEmail()
    const other = await signUp(email, goodPassword())
    await reset(email, goodPassword())
    await other.refused(sessions.authenticate, {}, signedOut)
  },

  async 'a changed password ends every other session'({ visitor, newEmail, signUp }) {
    const [email, existing_password, who] = [newEmail(), goodPassword(), visitor()]
    const other = await signUp(email, existing_password)
    await who.call(passwords.authenticate, { email, password: existing_password, ...duration })
    await who.call(passwords.resetByExistingPassword, { email, existing_password, new_password: goodPassword(), ...duration })
    await other.refused(sessions.authenticate, {}, signedOut)
    await who.call(sessions.authenticate, {})
  },

  async 'an unknown address takes as long as a wrong password'({ visitor, newEmail, signUp }) {
    const attempt = (email: string) => {
      const [who, body] = [visitor(), { email, password: goodPassword(), ...duration }]
      return timeOf(() => who.send(passwords.authenticate.route, body))
    }
    const [known, unknown]: number[][] = [[], []]
    for (let at = 0; at < TRIES; at++) {
      const email = newEmail()
      await signUp(email, goodPassword())
      // in turns, so that a busy machine slows both down
      known!.push(await attempt(email))
      unknown!.push(await attempt(newEmail()))
    }
    const [long, short] = [median(known!), median(unknown!)]
    expect(
      long < SHORTEST || short > 0.4 * long,
      `A wrong password takes ${long.toFixed()} ms and an unknown address ${short.toFixed()} ms, so they are told apart`,
    )
  },
})

/** Two ways in side by side. */
const linkRules = rules(({ passwords, links }) => passwords && links, {
  async 'a link counts for no reset, and a reset for no link'({ visitor, newEmail, signUp, linkTo, resetLinkTo }) {
    const [email, password] = [newEmail(), goodPassword()]
    await signUp(email, password)
    const { token } = await linkTo(email)
    await visitor().refused(passwords.resetByEmail, { token, password: goodPassword(), ...duration })
    const { token: resetToken } = await resetLinkTo(email)
    await visitor().refused(magicLinks.authenticate, { token: resetToken, ...duration })
    await visitor().call(passwords.authenticate, { email, password, ...duration })
  },
})

/** What only a host can show whose mails can be held. */
const heldRules = rules(({ passwords }, { holdMails }) => passwords && holdMails, {
  async 'a reset is answered before its mail is sent'({ host, newEmail, signUp, askForReset, message }) {
    const email = newEmail()
    await signUp(email, goodPassword())
    const usual = await timeOf(() => askForReset(newEmail()))
    const release = host.holdMails!()
    const ask = askForReset(email)
    let timer: ReturnType<typeof setTimeout> | undefined
    // an answer that waits never comes before the release, so only the failure takes this long
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, 1500 + 5 * usual, 'late')))
    const first = await Promise.race([ask, late])
    clearTimeout(timer)
    release()
    await ask
    await message(email)
    expect(first !== 'late', 'The answer to a reset waits for the mail, so its time says who has an account')
  },
})

export const passwordRules: Rule[] = [...usualRules, ...attackRules, ...linkRules, ...heldRules]
