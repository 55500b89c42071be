import * as magicLinks from '../../api/magicLinks.ts'
import * as otps from '../../api/otps.ts'
import * as passwords from '../../api/passwords.ts'
import { expect, Nonconformity } from './Nonconformity.ts'
import type { BridgeUnderTest, Offers } from './host.ts'
import { createVisitor, pageOf, type Visitor } from './visitor.ts'

/** Sent with every call that begins a session. */
export const duration = { session_duration_minutes: 60 }

/** Returns a password that is good enough everywhere. */
export const goodPassword = () => `Correct-horse-${crypto.randomUUID()}`

const newEmail = () => `conformance-${crypto.randomUUID()}@example.com`

let numbers = crypto.getRandomValues(new Uint16Array(1))[0]!

/** Returns a number of the exchange 555. Those of a few runs differ. */
const newPhone = () => `+1415555${String(++numbers % 10_000).padStart(4, '0')}`

/** What the values of `error_type` are that say that nobody is signed in. */
export const signedOut = ['user_unauthenticated', 'session_not_found', 'unauthorized_credentials', 'invalid_secret_authentication']

/** A link of a mail, as its page reads it. */
export interface Link {
  url: URL
  token: string
  type: string
}

const linkIn = (text: string): Link => {
  for (const [found] of text.matchAll(/https?:\/\/[^\s"'<>]+/g)) {
    const url = new URL(found.replaceAll('&amp;', '&'))
    const type = url.searchParams.get('latchkey_token_type') ?? url.searchParams.get('stytch_token_type')
    const token = url.searchParams.get('token')
    if (type && token) return { url, token, type }
  }
  throw new Nonconformity(`No link with a token and a latchkey_token_type is in the message: ${text.slice(0, 500)}`)
}

const codeIn = (text: string): string => {
  const [code] = /(?<![\d-])\d{4,10}(?![\d-])/.exec(text.replace(/https?:\S+/g, '')) ?? []
  expect(code, `No code is in the message: ${text.slice(0, 500)}`)
  return code
}

/** URLs of other sites that look like those of a page. */
export const foreignUrls = ({ origin, host, protocol, href }: URL): string[] => [
  'https://evil.example/',
  `${origin}.evil.example/`,
  `${protocol}//${host}@evil.example/`,
  `https://evil.example\\@${host}/`,
  `https:evil.example/?${href}`,
  'javascript:alert(1)',
]

/** How a URL of another site is refused. */
export const foreignUrl = ['no_match_for_provided_magic_link_url', 'invalid_magic_link_url']

/** How often an address can be mailed before it is too often. */
const MOST_MAILS = 30

/** Expects that mails to one address end, although each is asked for by another visitor. */
export const expectLimit = async (ask: () => Promise<{ status: number }>): Promise<void> => {
  for (let at = 0; at < MOST_MAILS; at++) if ((await ask()).status === 429) return
  throw new Nonconformity(`${MOST_MAILS} mails to one address were sent, but a 429 was expected`)
}

/** Returns another code of the same length. */
export const otherThan = (code: string): string => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10))

let visitors = 0

/** Creates what a check works with: visitors, messages, and somebody who is signed in. */
export const createSituation = (host: BridgeUnderTest) => {
  const visitor = (): Visitor => createVisitor(host, ++visitors)
  const page = pageOf(host)

  const message = (to: string): Promise<string> => {
    expect(host.message, 'The host needs a `message` function for this check')
    return host.message(to)
  }

  /** Returns what the page sends for a link and for a reset, with its own URLs. */
  const linkBody = (email: string) => ({ email, login_magic_link_url: page.href, signup_magic_link_url: page.href })
  const resetBody = (email: string) => ({ email, reset_password_redirect_url: page.href, login_redirect_url: page.href })

  const askForLink = (who: Visitor, email: string) => who.call(magicLinks.loginOrCreate, linkBody(email))

  const linkTo = async (email: string, who = visitor()): Promise<Link> => {
    await askForLink(who, email)
    return linkIn(await message(email))
  }

  const askForCode = async (kind: 'email' | 'sms', to: string, who = visitor()) => {
    const body = kind === 'email' ? { email: to } : { phone_number: to }
    const { method_id } = await who.call(otps.loginOrCreate, body, { params: { method: kind } })
    return { method_id: method_id as string, code: codeIn(await message(to)) }
  }

  const { passwords: offered } = host.offers
  const confirms = typeof offered === 'object' && offered.confirms

  /** Opens the mail that confirms an address. There may be a session then. */
  const confirm = async (email: string, who: Visitor): Promise<void> => {
    const { token } = linkIn(await message(email))
    const { status, json, summary } = await who.send(magicLinks.authenticate.route, { token, ...duration })
    expect(status === 200 || json.error_type === 'email_verified', `${summary}, but a confirmation was expected`)
  }

  const signUp = async (email: string, password: string, who = visitor()): Promise<Visitor> => {
    const body = { email, password, ...duration }
    if (confirms) {
      await who.refused(passwords.create, body, ['email_not_verified'])
      await confirm(email, who)
      await who.call(passwords.authenticate, body)
    } else await who.call(passwords.create, body)
    return who
  }

  const askForReset = (email: string, who = visitor()) => who.call(passwords.resetByEmailStart, resetBody(email))

  const resetLinkTo = async (email: string, who = visitor()): Promise<Link> => {
    await askForReset(email, who)
    return linkIn(await message(email))
  }

  const reset = async (email: string, password: string, who = visitor()) => {
    const { token } = await resetLinkTo(email, who)
    await who.call(passwords.resetByEmail, { token, password, ...duration })
  }

  const ways: { [Way in keyof Offers]?: (who: Visitor, email: string) => Promise<unknown> } = {
    links: async (who, email) => who.call(magicLinks.authenticate, { token: (await linkTo(email, who)).token, ...duration }),
    emailCodes: async (who, email) => {
      const { method_id, code } = await askForCode('email', email, who)
      return who.call(otps.authenticate, { method_id, token: code, ...duration })
    },
    async passwords(who, email) {
      await signUp(email, goodPassword(), who)
      // a reset proves the address, which passkeys and consents may need
      if (!confirms) await reset(email, goodPassword(), who)
    },
  }

  return {
    host,
    page,
    offers: host.offers,
    visitor,
    newEmail,
    newPhone,
    message,
    linkBody,
    resetBody,
    linkTo,
    askForLink,
    askForCode,
    confirms,
    confirm,
    signUp,
    askForReset,
    resetLinkTo,
    reset,
    /** Proves an address, in the browser of its owner. */
    async prove(email: string, who = visitor()): Promise<Visitor> {
      const way = host.offers.links
        ? ways.links
        : host.offers.emailCodes
          ? ways.emailCodes
          : (by: Visitor) => reset(email, goodPassword(), by)
      await way!(who, email)
      return who
    },
    /** Somebody new who is signed in, by the first way that the bridge offers. */
    async signedIn(who = visitor()): Promise<{ who: Visitor; email: string }> {
      const way = Object.entries(ways).find(([name]) => host.offers[name as keyof Offers])?.[1]
      expect(way, 'The bridge must offer links, codes by email or passwords, or nobody can sign in for this check')
      const email = newEmail()
      await way(who, email)
      return { who, email }
    },
  }
}

export type Situation = ReturnType<typeof createSituation>

/** A check before it knows the bridge. */
export interface Rule {
  name: string
  /** Whether the bridge offers what is checked. */
  needs: (offers: Offers, host: BridgeUnderTest) => unknown
  run: (situation: Situation) => Promise<void>
}

/** Rules that need the same of a bridge, by their names. */
export const rules = (needs: Rule['needs'], all: Record<string, Rule['run']>): Rule[] =>
  Object.entries(all).map(([name, run]) => ({ name, needs, run }))
