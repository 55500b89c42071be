import * as magicLinks from '../../api/magicLinks.ts'
import * as otps from '../../api/otps.ts'
import * as sessions from '../../api/sessions.ts'
import { expect } from './Nonconformity.ts'
import { duration, expectLimit, foreignUrl, foreignUrls, otherThan, rules, signedOut, type Rule, type Situation } from './situation.ts'

/** How many wrong codes a visitor can try before the right one counts for nothing. */
const MOST_GUESSES = 12

const base64 = (text: string) => btoa(text).replace(/=+$/, '')

/** How an id can contain what a code was sent to. */
const spellings: ((to: string) => string)[] = [
  (to) => to,
  encodeURIComponent,
  base64,
  (to) => base64(to).replaceAll('+', '-').replaceAll('/', '_'),
  (to) => [...new TextEncoder().encode(to)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
]

/** Does the same for email and text messages. */
const codeRules = (what: string, needs: Rule['needs'], kind: 'email' | 'sms', to: (situation: Situation) => string): Rule[] =>
  rules(needs, {
    async [`a code by ${what} signs in once`](situation) {
      const { visitor, askForCode } = situation
      const who = visitor()
      const { method_id, code } = await askForCode(kind, to(situation), who)
      await who.refused(otps.authenticate, { token: otherThan(code), method_id, ...duration }, ['otp_code_not_found', 'invalid_code'])
      await who.refused(sessions.authenticate, {}, signedOut)
      await who.call(otps.authenticate, { token: code, method_id, ...duration })
      await who.call(sessions.authenticate, {})
      await visitor().refused(otps.authenticate, { token: code, method_id, ...duration }, ['otp_code_not_found', 'invalid_code'])
    },

    async [`a code by ${what} is closed after ${MOST_GUESSES} wrong ones at most`](situation) {
      const { visitor, askForCode } = situation
      const who = visitor()
      const { method_id, code } = await askForCode(kind, to(situation), who)
      for (let at = 0; at < MOST_GUESSES; at++) await who.refused(otps.authenticate, { token: otherThan(code), method_id, ...duration })
      await who.refused(otps.authenticate, { token: code, method_id, ...duration })
    },

    async [`a code by ${what} is worth nothing for another id`](situation) {
      const { visitor, askForCode } = situation
      const [who, one, other] = [visitor(), to(situation), to(situation)]
      const { code } = await askForCode(kind, one, who)
      const { method_id } = await askForCode(kind, other, who)
      for (const forged of [method_id, 'nobody', method_id + 'x', method_id.slice(0, -1)])
        await who.refused(otps.authenticate, { token: code, method_id: forged, ...duration })
    },

    async [`a code by ${what} is not spent by the guesses of another browser`](situation) {
      const { visitor, askForCode } = situation
      const [who, stranger, one, other] = [visitor(), visitor(), to(situation), to(situation)]
      const { method_id, code } = await askForCode(kind, one, who)
      const { method_id: own } = await askForCode(kind, other, stranger)
      // what a stranger makes of an id that has the address in it
      const made = spellings.flatMap((spell) => [own.replaceAll(spell(other), spell(one)), spell(one)])
      for (const guess of new Set(made.filter((id) => id !== own))) {
        for (let at = 0; at < MOST_GUESSES; at++)
          await stranger.refused(otps.authenticate, { token: otherThan(code), method_id: guess, ...duration })
      }
      await who.call(otps.authenticate, { token: code, method_id, ...duration })
    },

    async [`codes by ${what} to one recipient are limited`](situation) {
      const body = { [kind === 'email' ? 'email' : 'phone_number']: to(situation) }
      await expectLimit(() => situation.visitor().send(otps.loginOrCreate.route, body, { params: { method: kind } }))
    },
  })

export const mailRules: Rule[] = [
  ...rules(({ links }) => links, {
    async 'a link signs in once'({ visitor, newEmail, linkTo }) {
      const [who, email] = [visitor(), newEmail()]
      const { token, type, url } = await linkTo(email, who)
      expect(type === 'magic_links', `The link to ${url.origin} has the type ${type}, but magic_links was expected`)
      await who.call(magicLinks.authenticate, { token, ...duration })
      const { user } = await who.call(sessions.authenticate, {})
      expect(
        user.emails?.[0]?.email === email && user.emails[0].verified === true,
        `The address is not verified: ${JSON.stringify(user.emails)}`,
      )
      await visitor().refused(magicLinks.authenticate, { token, ...duration }, ['unable_to_auth_magic_link'])
    },

    async 'a link leads to the page that asked for it'({ linkTo, newEmail, page }) {
      const { url } = await linkTo(newEmail())
      expect(
        url.origin === page.origin && url.pathname === page.pathname,
        `The link leads to ${url.origin}${url.pathname}, not to ${page.href}`,
      )
    },

    async 'a link leads to no other site'({ visitor, newEmail, page, linkBody }) {
      for (const url of foreignUrls(page)) {
        for (const name of ['login_magic_link_url', 'signup_magic_link_url'])
          await visitor().refused(magicLinks.loginOrCreate, { ...linkBody(newEmail()), [name]: url }, foreignUrl)
      }
    },

    async 'links to one address are limited'({ visitor, newEmail, linkBody }) {
      const body = linkBody(newEmail())
      await expectLimit(() => visitor().send(magicLinks.loginOrCreate.route, body))
    },

    async 'a program that opens a link spends nothing'({ visitor, newEmail, linkTo, host }) {
      const { token, url } = await linkTo(newEmail())
      const scanner = visitor()
      for (const method of ['HEAD', 'GET', 'GET']) {
        await scanner.open(url, { method })
        await scanner.open(`${host.url}/sdk/v1/magic_links/authenticate?token=${encodeURIComponent(token)}`, { method })
      }
      await scanner.refused(sessions.authenticate, {}, signedOut)
      await visitor().call(magicLinks.authenticate, { token, ...duration })
    },

    async '50 presses of a link at once make one session'({ visitor, newEmail, linkTo }) {
      const { token } = await linkTo(newEmail())
      const pressed = await Promise.all(
        Array.from({ length: 50 }, () => visitor().send(magicLinks.authenticate.route, { token, ...duration })),
      )
      const sessionsMade = pressed.filter(({ status }) => status === 200).length
      expect(sessionsMade === 1, `${sessionsMade} of 50 presses at once made a session`)
    },

    async 'a link that nobody has sent is refused'({ visitor, newEmail, linkTo }) {
      const { token } = await linkTo(newEmail())
      const forged = [`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`, 'abc', token + token]
      for (const one of forged) await visitor().refused(magicLinks.authenticate, { token: one, ...duration }, ['unable_to_auth_magic_link'])
    },

    async 'a link is answered the same with and without an account'({ visitor, signedIn, newEmail, askForLink }) {
      const { email } = await signedIn()
      const fieldsFor = async (address: string) =>
        Object.keys(await askForLink(visitor(), address))
          .sort()
          .join()
      const [known, unknown] = [await fieldsFor(email), await fieldsFor(newEmail())]
      expect(known === unknown, `The answers tell them apart: ${known} and ${unknown}`)
    },
  }),
  ...codeRules(
    'email',
    ({ emailCodes }) => emailCodes,
    'email',
    ({ newEmail }) => newEmail(),
  ),
  ...codeRules(
    'text message',
    ({ textCodes }) => textCodes,
    'sms',
    ({ newPhone }) => newPhone(),
  ),
]
