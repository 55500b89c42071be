/**
 * `latchkey migrate --to better-auth`: says what of a page's configuration has a counterpart at
 * one's own server with Better Auth. It changes nothing.
 */
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { lineOf } from './edits.ts'
import { filesBelow, rootsOf } from './files.ts'

/**
 * What replaces a name of the configuration: in the page as it is (`kept`), in Better Auth's
 * configuration (`server`), or nowhere (`none`).
 */
type Counterpart = readonly [kind: 'kept' | 'server' | 'none', what: string]

const bySession = 'your server decides: session.expiresIn in betterAuth()'

/** By the name in a page's configuration. */
const counterparts: Readonly<Record<string, Counterpart>> = {
  emailMagicLinks: ['server', 'the plugin magicLink({ sendMagicLink }), which mails widgetLink(url)'],
  otp: ['server', 'the plugins emailOTP({ sendVerificationOTP }) and phoneNumber({ sendOTP, signUpOnVerification }); there is no WhatsApp'],
  oauth: ['server', 'socialProviders, with the client ids and secrets that you have at each of them'],
  passwords: ['server', 'emailAndPassword: { enabled: true, sendResetPassword }, and the plugin latchkey()'],
  passkeys: ['server', 'the plugin passkey(); visitors create new passkeys'],
  crypto: ['none', 'wallets have no counterpart yet'],
  idp: ['server', 'the plugin oauthProvider({ loginPage, consentPage })'],
  googleOneTap: ['none', 'One Tap has no counterpart yet; the button of Google has'],
  emailMagicLinksOptions: ['kept', 'its URLs count; lifetimes are expiresIn of magicLink(), and templates are your mail'],
  otpOptions: ['kept', 'its methods count; lifetimes are expiresIn of emailOTP() and phoneNumber()'],
  oauthOptions: ['kept', 'its providers and URLs count'],
  passwordOptions: ['kept', 'its URLs count; the lifetime of a reset is resetPasswordTokenExpiresIn of emailAndPassword'],
  sessionOptions: ['none', bySession],
  sessionDurationMinutes: ['none', bySession],
  session_duration_minutes: ['none', bySession],
  mountIdentityProvider: ['server', 'the plugin oauthProvider({ loginPage, consentPage }), with both on this page'],
  mountSecondFactor: ['none', 'Better Auth asks for a second factor before the session (plugin twoFactor()), in the same form'],
  totps: ['none', 'users set up their app in a page of yours, with the client of the plugin twoFactor()'],
  cryptoWallets: ['none', 'wallets have no counterpart yet'],
  organization: ['none', 'organizations have no counterpart yet'],
  LatchkeyB2BClient: ['none', 'organizations have no counterpart yet'],
  StytchB2BClient: ['none', 'organizations have no counterpart yet'],
  impersonation: ['none', 'impersonation has no counterpart; see the plugin admin() of Better Auth'],
  rbac: ['none', 'roles have no counterpart; see the plugin access of Better Auth'],
  untrusted_metadata: ['none', 'metadata has no counterpart: keep it in a table of your own'],
  endpointOptions: ['none', 'leave it out: backend says where your server is'],
  customBaseUrl: ['none', 'leave it out: backend says where your server is'],
  authenticateJwt: ['server', 'auth.api.getSession({ headers }) on your server'],
  authenticateSession: ['server', 'auth.api.getSession({ headers }) on your server'],
}

/** A name of the configuration, where it is first, and what replaces it. */
export interface NamedOption {
  path: string
  line: number
  name: string
  kind: Counterpart[0]
  what: string
}

/** A file that configures the widget or a client. */
const configures = /latchkey|stytch/i

/** A public token, wherever it is written. */
const token = /public-token-(?:live|test)-[\w-]*/

/**
 * Returns the text without its comments, which name things that the program does not use. Lines
 * stay where they are.
 */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|[\s;{}(,])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))

/**
 * Finds the names of the configuration below a folder.
 * @throws NoSuchPath
 */
export const findCounterparts = (folder: string, paths: readonly string[] = []): NamedOption[] => {
  const options = new Map<string, NamedOption>()
  for (const file of rootsOf(folder, paths).flatMap((root) => filesBelow(root))) {
    if (!/\.([cm]?[jt]sx?|vue|svelte|astro|html?)$/.test(file)) continue
    const text = withoutComments(readFileSync(file, 'utf8'))
    if (!configures.test(text)) continue
    const path = relative(folder, file).split(sep).join('/')
    const note = (name: string, at: number, [kind, what]: Counterpart) => {
      if (!options.has(name)) options.set(name, { path, line: lineOf(text, at), name, kind, what })
    }
    for (const { 0: name, index } of text.matchAll(/[\w$]+/g)) if (Object.hasOwn(counterparts, name)) note(name, index, counterparts[name]!)
    const at = token.exec(text)?.index
    if (at !== undefined) note('public token', at, ['kept', 'becomes backend: \'/auth\', or data-backend="/auth"'])
  }
  return [...options.values()]
}

const titles: readonly (readonly [kind: Counterpart[0], title: string])[] = [
  ['kept', 'Stays in the page:'],
  ['server', 'Goes into your betterAuth():'],
  ['none', 'Has no counterpart:'],
]

/** Returns the lines that the command prints. */
export const reportOfCounterparts = (all: readonly NamedOption[]): string[] => {
  if (all.length === 0) return ['Nothing found: no file here configures the widget or a client.']
  const width = Math.max(...all.map(({ name }) => name.length)) + 2
  return [
    ...titles.flatMap(([kind, title]) => {
      const rows = all.filter((each) => each.kind === kind)
      if (rows.length === 0) return []
      return [
        title,
        ...rows.flatMap(({ path, line, name, what }) => [`  ${name.padEnd(width)}${what}`, `  ${' '.repeat(width)}${path}:${line}`]),
        '',
      ]
    }),
    'Nothing was written. The guide is docs/guides/your-own-server.md, and examples/own-server imports your users.',
  ]
}
