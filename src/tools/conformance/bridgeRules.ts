import * as bootstrap from '../../api/bootstrap.ts'
import * as connectedApps from '../../api/connectedApps.ts'
import * as events from '../../api/events.ts'
import * as magicLinks from '../../api/magicLinks.ts'
import * as oauth from '../../api/oauth.ts'
import * as otps from '../../api/otps.ts'
import * as passwords from '../../api/passwords.ts'
import * as sessions from '../../api/sessions.ts'
import * as totps from '../../api/totps.ts'
import * as userChanges from '../../api/userChanges.ts'
import * as users from '../../api/users.ts'
import * as webauthn from '../../api/webauthn.ts'
import { expect } from './Nonconformity.ts'
import { duration, otherThan, rules, signedOut, type Rule } from './situation.ts'

const always = () => true

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** The calls that take what a browser says, with a body that is right in form. */
const calls: [offered: string, route: string, body: Record<string, unknown>][] = [
  ['links', magicLinks.authenticate.route, { token: 'abc', ...duration }],
  ['emailCodes', otps.authenticate.route, { token: '123456', method_id: 'abc', ...duration }],
  ['textCodes', otps.authenticate.route, { token: '123456', method_id: 'abc', ...duration }],
  ['passwords', passwords.authenticate.route, { email: 'nobody@example.com', password: 'abc', ...duration }],
  ['passwords', passwords.resetByEmail.route, { token: 'abc', password: 'abc', ...duration }],
  ['passkeys', webauthn.authenticate.route, { public_key_credential: '{"id":"a","response":{}}', ...duration }],
  ['socialSignIn', oauth.authenticate.route, { token: 'abc', ...duration }],
  ['secondFactor', totps.authenticate.route, { totp_code: '123456', ...duration }],
  ['secondFactor', totps.recover.route, { recovery_code: 'abc', ...duration }],
]

/** A call of each way in: it must be an unknown route if the bridge does not have that way. */
const waysIn: [offered: string, route: string, body: object][] = [
  ['links', magicLinks.loginOrCreate.route, { email: 'nobody@example.com' }],
  ['emailCodes', otps.loginOrCreate.route.replace(':method', 'email'), { email: 'nobody@example.com' }],
  ['textCodes', otps.loginOrCreate.route.replace(':method', 'sms'), { phone_number: '+14155550100' }],
  ['passwords', passwords.authenticate.route, { email: 'nobody@example.com', password: 'abc', ...duration }],
  ['passkeys', webauthn.authenticateStart.route.replace(':factor', 'primary'), { domain: 'localhost' }],
  ['consent', connectedApps.list.route, {}],
]

const oddities: unknown[] = [
  null,
  '',
  0,
  -1,
  true,
  [],
  {},
  [[]],
  { $ne: null },
  '\u0000',
  '\ud800',
  '💥',
  '__proto__',
  '../..',
  "'--",
  'a'.repeat(3000),
]

/** The wire itself, whatever ways in there are. */
export const bridgeRules: Rule[] = [
  ...rules(always, {
    async 'the settings need no public token'({ visitor }) {
      const data = await visitor().call(bootstrap.get, undefined, { params: { public_token: 'backend' } })
      for (const name of ['pkce_required_for_email_magic_links', 'pkce_required_for_password_resets', 'pkce_required_for_oauth'])
        expect(typeof data[name] === 'boolean', `The settings have no ${name}: ${JSON.stringify(data)}`)
      expect(typeof data.captcha_settings?.enabled === 'boolean', `The settings have no captcha_settings: ${JSON.stringify(data)}`)
    },

    async 'a call that the bridge does not have is an unknown route'({ visitor, offers }) {
      const who = visitor()
      const unknown = ['POST /nothing', 'GET /passwords', events.log.route]
      const missing = waysIn.filter(([offered]) => !offers[offered as keyof typeof offers])
      for (const [route, body] of [...unknown.map((route): [string, object] => [route, []]), ...missing.map(([, ...one]) => one)]) {
        const { status } = await who.refused({ route }, body, ['route_not_found'])
        expect(status === 404, `${route} was answered with ${status}, but 404 was expected`)
      }
    },

    async 'no answer is kept by a cache'({ visitor }) {
      const who = visitor()
      for (const route of [sessions.authenticate.route, users.me.route]) {
        const { headers, summary } = await who.send(route, {})
        expect(/no-store/.test(headers.get('cache-control') ?? ''), `It has no Cache-Control: no-store: ${summary}`)
      }
    },

    async 'a page of another site has no effect'({ visitor, signedIn, page }) {
      const { who } = await signedIn()
      const foreign: Record<string, string | null>[] = [
        { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' },
        { origin: 'null', referer: null, 'sec-fetch-site': 'cross-site' },
        { origin: `${page.origin}.evil.example`, 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example', 'x-forwarded-host': page.host, 'sec-fetch-site': 'cross-site' },
        { origin: null, referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of foreign) {
        const { status, summary, headers: answered } = await who.send(sessions.revoke.route, undefined, { headers })
        expect(status >= 400 && status < 500, `With ${JSON.stringify(headers)}, ${summary}, but a refusal was expected`)
        expect(answered.get('access-control-allow-origin') === null, `Another site may read the answer to ${JSON.stringify(headers)}`)
      }
      await who.call(sessions.authenticate, {})
      const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-sdk-client,content-type' }
      const preflight = await visitor().send(sessions.revoke.route.replace('POST', 'OPTIONS'), undefined, {
        headers: { ...foreign[0], ...asking },
      })
      expect(preflight.headers.get('access-control-allow-origin') === null, `A preflight of another site was allowed: ${preflight.summary}`)
    },

    async 'a form cannot call'({ signedIn }) {
      const { who } = await signedIn()
      await who.refused(sessions.revoke, undefined, [], { headers: { 'x-sdk-client': null } })
      await who.call(sessions.authenticate, {})
    },

    async 'a body of any kind is refused in words, and nothing fails'({ visitor, offers }) {
      const offered = calls.filter(([name]) => offers[name as keyof typeof offers])
      for (const [, route, body] of offered) {
        const first = Object.keys(body)[0]!
        const rest = JSON.stringify({ ...body, [first]: undefined }).slice(1)
        const who = visitor()
        // a server may close the connection while a body that is too large still comes
        // (RFC 9110, section 15.5.14)
        const large = who.refused({ route }, undefined, [], { raw: `{"${first}":"${'a'.repeat(1_000_000)}",${rest}` })
        await large.catch((error) => {
          if (!(error instanceof TypeError)) throw error
        })
        await who.refused({ route }, undefined, [], { raw: `{"${first}":${nested(10_000)},${rest}` })
        await who.refused({ route }, undefined, [], { raw: '{"' })
        for (const name of Object.keys(body)) {
          for (const odd of oddities) {
            const { status, summary } = await visitor().send(route, { ...body, [name]: odd })
            expect(status < 500, `With ${name}: ${JSON.stringify(odd).slice(0, 60)}, ${summary}`)
          }
        }
      }
    },
  }),

  ...rules(({ links, emailCodes, passwords }) => links || emailCodes || passwords, {
    async 'nobody is signed in at first'({ visitor }) {
      await visitor().refused(sessions.authenticate, {}, signedOut)
      await visitor().refused(users.me, undefined, signedOut)
    },

    async 'a session is in HttpOnly cookies alone'({ signedIn }) {
      const { who } = await signedIn()
      const data = await who.call(sessions.authenticate, {})
      expect(!data.session_token && !data.session_jwt, `A script can read the tokens: ${JSON.stringify(data).slice(0, 300)}`)
      expect(who.cookies.size > 0, 'The bridge has set no cookie')
      for (const [name, { value, attributes }] of who.cookies) {
        expect(/;\s*httponly/i.test(attributes), `The cookie ${name} is not HttpOnly`)
        expect(/;\s*samesite=(?:lax|strict)/i.test(attributes), `The cookie ${name} is not SameSite=Lax or Strict`)
        const secret = decodeURIComponent(value).split('.')[0]!
        expect(secret.length < 16 || !JSON.stringify(data).includes(secret), `The value of the cookie ${name} is in the answer`)
      }
    },

    async 'a browser does not choose the id of its session'({ signedIn, visitor }) {
      const { who: attacker, email } = await signedIn()
      const live = [...attacker.cookies].map(([name, { value }]) => [name, value] as const)
      const made = live.map(([name, value]) => [name, otherThan(value)] as const)
      for (const planted of [made, live]) {
        const victim = visitor()
        for (const [name, value] of planted) victim.plant(name, value)
        const { email: theirs } = await signedIn(victim)
        const cookie = planted.map((pair) => pair.join('=')).join('; ')
        const { json } = await visitor().send(sessions.authenticate.route, {}, { cookie })
        const whose = json.data?.user?.emails?.[0]?.email
        expect(whose === undefined || whose === email, `A cookie from before the log-in of ${theirs} is the session of ${whose}`)
      }
    },

    async 'a sign-out ends the session at the server'({ signedIn, visitor }) {
      const { who } = await signedIn()
      const cookie = who.cookie()
      await who.call(sessions.revoke)
      await who.refused(sessions.authenticate, {}, signedOut)
      await visitor().refused(sessions.authenticate, {}, signedOut, { cookie })
    },

    async 'a user sees and changes their own name'({ signedIn }) {
      const { who, email } = await signedIn()
      const me = await who.call(users.me)
      expect(me.emails?.[0]?.email === email, `The user's address is not ${email}: ${JSON.stringify(me).slice(0, 300)}`)
      const { __user } = await who.call(userChanges.update, { name: { first_name: 'Ada', last_name: 'Lovelace' } })
      expect(__user.name?.first_name === 'Ada', `__user has not the new name: ${JSON.stringify(__user.name)}`)
      const { name } = await who.call(users.me)
      expect(name?.first_name === 'Ada' && name.last_name === 'Lovelace', `The name was not kept: ${JSON.stringify(name)}`)
    },
  }),
]
