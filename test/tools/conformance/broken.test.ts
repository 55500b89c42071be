/**
 * A bridge that does one thing wrong fails the check of that thing: no check passes whatever it is
 * given.
 */
import { scrypt, type BinaryLike, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, Nonconformity } from '../../../src/tools/conformance/index.ts'
import { accepts, answers, ignores, reads, refusalOf, refuses, repeats, says, sets, without, writes, type Defect } from './defects.ts'
import { confirming, emulatedBridge } from './emulated.ts'
import { rejection } from '../../harness/rejection.ts'

const test = suite('conformance of broken bridges')

const { bridge, close } = await emulatedBridge()
test.after(close)

const own = new URL(bridge.url).origin

/** It believes that every request comes from its own pages. */
const believesAll = (route: RegExp) =>
  reads(route, ({ headers }) => {
    headers.set('origin', own)
    headers.set('referer', `${own}/`)
    headers.set('sec-fetch-site', 'same-origin')
  })

const codes = /POST .*\/otps\/authenticate$/
const link = /POST .*\/magic_links\/authenticate$/
const hashOf: (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions) => Promise<Buffer> = promisify(scrypt)
const logIn = /POST .*\/passwords\/authenticate$/
const asker = /\/idp\/oauth\/authorize\/start$/

/** It answers wrong codes itself, so that they are never counted. */
const countsNoCodes: Defect = (sound) => {
  const messageCodes = new Set<string>()
  return {
    ...sound,
    async message(to) {
      const text = await sound.message!(to)
      for (const [code] of text.matchAll(/\d{6}/g)) messageCodes.add(code)
      return text
    },
    async fetch(request) {
      if (!codes.test(`${request.method} ${request.url}`)) return fetch(request)
      const { token } = (await request.clone().json()) as { token: string }
      return messageCodes.has(token) ? fetch(request) : refusalOf(404, 'otp_code_not_found')
    },
  }
}

/** It looks a code up by the code alone. */
const forgetsWhose: Defect = (sound) => {
  const ids = new Map<string, string>()
  let newest = ''
  return {
    ...sound,
    async message(to) {
      const text = await sound.message!(to)
      for (const [code] of text.matchAll(/\d{6}/g)) ids.set(code, newest)
      return text
    },
    async fetch(request) {
      const answer = await reads(codes, ({ body }) => {
        if (body) body.method_id = ids.get(body.token) ?? body.method_id
      })(sound).fetch!(request)
      if (/login_or_create$/.test(request.url)) newest = ((await answer.clone().json()) as any).data.method_id
      return answer
    },
  }
}

/** It names a code after what it was sent to. */
const namesCodesAfterAddresses: Defect = (sound) => {
  const ids = new Map<string, string>()
  const nameOf = (to: string) => `to-${btoa(to)}`
  const names = answers(async (request, send) => {
    if (!/\/otps\/\w+\/login_or_create$/.test(request.url)) return send(request)
    const { email, phone_number = email } = (await request.clone().json()) as Record<string, string>
    const answer = await send(request)
    const body = (await answer.json()) as any
    if (body.data) ids.set(nameOf(phone_number!), body.data.method_id)
    if (body.data) body.data.method_id = nameOf(phone_number!)
    return Response.json(body, { status: answer.status, headers: { 'cache-control': 'no-store' } })
  })
  const finds = reads(codes, ({ body }) => (body.method_id = ids.get(body.method_id) ?? body.method_id))
  return finds(names(sound))
}

/** It continues the session whose id a browser has brought along. */
const keepsChosenIds: Defect = (sound) => {
  const sessions = new Map<string, string>()
  const named = /(stytch_session=)([^;]*)/
  return answers(async (request, send) => {
    const cookie = request.headers.get('cookie') ?? ''
    const chosen = named.exec(cookie)?.[2] ?? ''
    if (sessions.has(chosen)) request.headers.set('cookie', cookie.replace(named, `$1${sessions.get(chosen)}`))
    const answer = await send(request)
    const lines = answer.headers.getSetCookie().map((line) => {
      const id = named.exec(line)?.[2]
      if (!chosen || !id) return line
      sessions.set(chosen, id)
      return line.replace(named, `$1${chosen}`)
    })
    const headers = new Headers(answer.headers)
    headers.delete('set-cookie')
    for (const line of lines) headers.append('set-cookie', line)
    return new Response(answer.body, { status: answer.status, headers })
  })(sound)
}

/** A reset that it has refused is spent. */
const spendsRefusedResets: Defect = (sound) => {
  const spent = new Set<string>()
  return answers(async (request, send) => {
    if (!/passwords\/email\/reset$/.test(request.url)) return send(request)
    const { token } = (await request.clone().json()) as { token: string }
    const answer = spent.has(token) ? refusalOf(401, 'unable_to_auth_magic_link') : await send(request)
    spent.add(token)
    return answer
  })(sound)
}

/** It makes a hash only for an address that it knows. */
const hashesOnlyKnown: Defect = (sound) => {
  const emails = new Set<string>()
  return answers(async (request, send) => {
    const isSignUp = /\/passwords$/.test(request.url)
    const { email = '' } = isSignUp || logIn.test(`POST ${request.url}`) ? ((await request.clone().json()) as any) : {}
    if (isSignUp) emails.add(email)
    else if (emails.has(email)) await hashOf('correct horse', 'salt', 64, { N: 2 ** 16, maxmem: 2 ** 27 })
    return send(request)
  })(sound)
}

/** Its answer to a reset waits for the mail. */
const waitsForMails: Defect = (sound) => {
  let held = Promise.resolve()
  const slow = answers(async (request, send) => {
    if (/reset\/start$/.test(request.url)) await held
    return send(request)
  })(sound)
  return {
    ...slow,
    holdMails() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return release
    },
  }
}

/** Somebody has a connected app or a passkey that nobody has given them. */
const has = (route: RegExp, list: string, entry: object) => says(route, (data) => data[list]?.push(entry))

/** It takes every URL for one of its own pages. */
const believesUrls = (route: RegExp) =>
  reads(route, ({ body }) => {
    for (const name of Object.keys(body)) if (name.endsWith('_url')) body[name] = `${own}/`
  })

/** It says of an address that it does not know that it does not. */
const tellsStrangers = (route: RegExp): Defect => {
  const emails = new Set<string>()
  return answers(async (request, send) => {
    const { email = '' } = (await request
      .clone()
      .json()
      .catch(() => ({}))) as { email?: string }
    if (/\/passwords$/.test(request.url)) emails.add(email)
    return route.test(`${request.method} ${request.url}`) && !emails.has(email) ? refusalOf(404, 'email_not_found') : send(request)
  })
}

let calls = 0

const defects: Record<string, Defect> = {
  'the settings need no public token': says(/bootstrap/, (data) => delete data.captcha_settings),
  'a call that the bridge does not have is an unknown route': accepts(/\/nothing$/),
  'no answer is kept by a cache': sets((headers) => headers.delete('cache-control')),
  'a page of another site has no effect': believesAll(/./),
  'a form cannot call': reads(/./, ({ headers }) => headers.set('x-sdk-client', 'e30=')),
  'a body of any kind is refused in words, and nothing fails': answers(async (request, send) =>
    (await request.clone().text()).includes('$ne') ? refusalOf(500, 'internal_server_error') : send(request),
  ),
  'nobody is signed in at first': accepts(/sessions\/authenticate$/),
  'a session is in HttpOnly cookies alone': sets((headers) => {
    const lines = headers.getSetCookie()
    headers.delete('set-cookie')
    for (const line of lines) headers.append('set-cookie', line.replace(/; httponly/i, ''))
  }),
  'a browser does not choose the id of its session': keepsChosenIds,
  'a link leads to no other site': believesUrls(/magic_links\/email\/login_or_create$/),
  'links to one address are limited': accepts(/magic_links\/email\/login_or_create$/),
  'a reset leads to no other site': believesUrls(/reset\/start$/),
  'resets of one address are limited': accepts(/reset\/start$/),
  'a weak password does not spend a reset': spendsRefusedResets,
  'a reset ends every other session': accepts(/sessions\/authenticate$/),
  'a changed password ends every other session': accepts(/sessions\/authenticate$/),
  'an unknown address takes as long as a wrong password': hashesOnlyKnown,
  'a link counts for no reset, and a reset for no link': accepts(/passwords\/email\/reset$/),
  'a reset is answered before its mail is sent': waitsForMails,
  'a password and its session do not survive the proof of the address': accepts(logIn),
  'a passkey does not survive the proof of the address': has(/users\/me$/, 'webauthn_registrations', { name: 'Of before' }),
  'a consent does not survive the proof of the address': has(/users\/connected_apps$/, 'connected_apps', { name: 'Of before' }),
  'a confirmation in another browser keeps no password': (sound) => accepts(logIn)(confirming(sound)),
  'a code of an app completes one log-in': repeats(/totps\/authenticate$/),
  'a consent is asked only for a redirect URI of the app': reads(asker, ({ body }) => (body.redirect_uri = 'https://app.example/callback')),
  'an app that was removed gets nothing for a code that it has': ignores(/connected_apps\/[^/]+\/revoke$/),
  'a sign-out ends the session at the server': answers(async (request, send) => {
    if (!/sessions\/revoke$/.test(request.url)) return send(request)
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const name of ['stytch_session', 'stytch_session_jwt']) headers.append('set-cookie', `${name}=; Max-Age=0`)
    return new Response(JSON.stringify({ data: { request_id: 'request-id', status_code: 200 } }), { headers })
  }),
  'a user sees and changes their own name': reads(/PUT .*\/users\/me$/, ({ body }) => delete body.name.last_name),
  'a link signs in once': repeats(link),
  'a link leads to the page that asked for it': writes((text) => text.replaceAll(`${own}/?`, `${own}/elsewhere?`)),
  'a program that opens a link spends nothing': answers(async (request, send) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET' || !pathname.endsWith('/magic_links/authenticate')) return send(request)
    const body = JSON.stringify({ token: searchParams.get('token'), session_duration_minutes: 60 })
    return send(
      new Request(request.url.split('?')[0]!, {
        method: 'POST',
        headers: { 'x-sdk-client': 'e30=', 'content-type': 'application/json' },
        body,
      }),
    )
  }),
  '50 presses of a link at once make one session': repeats(link),
  'a link that nobody has sent is refused': reads(link, ({ body }) => {
    const half = body.token.length / 2
    if (body.token.slice(half) === body.token.slice(0, half)) body.token = body.token.slice(half)
  }),
  'a link is answered the same with and without an account': says(/magic_links\/email\/login_or_create$/, (data) => {
    if (++calls % 2) data.user_created = true
  }),
  'a password signs up, and in again': refuses(logIn, 401, 'unauthorized_credentials'),
  'a wrong password and an unknown address are refused alike': tellsStrangers(logIn),
  'guesses of a password are limited': refuses(logIn, 401, 'unauthorized_credentials'),
  'an address has one account': accepts(/POST .*\/passwords$/),
  'a weak password is refused, and its strength says so before': says(/strength_check$/, (data) => {
    data.valid_password = true
  }),
  'the search says how an address logs in': says(/users\/search$/, (data) => {
    data.userType = 'new'
  }),
  'a reset signs in with the new password, once': accepts(/passwords\/email\/reset$/),
  'a reset is answered the same without an account': tellsStrangers(/reset\/start$/),
  'a user changes the password with the one that they have': accepts(/existing_password\/reset$/),
  'a passkey signs in': says(/webauthn\/authenticate$/, (data) => {
    data.user_id = 'user-of-somebody-else'
  }),
  'only a session can create a passkey': accepts(/webauthn\/register\/start$/),
  'a passkey that does not sign the challenge is refused': accepts(/webauthn\/authenticate$/),
  'what a passkey has signed counts once': repeats(/webauthn\/authenticate$/),
  'a user names and removes their passkeys, and nobody else does': accepts(/PUT .*\/webauthn\/update\//),
  'a visitor comes back from another provider signed in': accepts(/oauth\/authenticate$/),
  'a page of another site starts no sign-in': believesAll(/public\/oauth/),
  'a sign-in leads back to no other site': reads(/public\/oauth/, ({ url }) => {
    for (const name of ['login_redirect_url', 'signup_redirect_url']) url.searchParams.set(name, `${own}/`)
  }),
  'a first factor alone is no session': says(logIn, (data) => {
    data.session = { session_id: 'session-of-the-first-factor' }
  }),
  'the code of an app completes the log-in': accepts(/totps\/authenticate$/),
  'a recovery code completes one log-in': repeats(/totps\/recover$/),
  'a code of an app counts for nothing without a first factor': answers(async (request, send) =>
    /totps\//.test(request.url) && without(request, 'cookie') ? ignores(/./)(bridge).fetch!(request) : send(request),
  ),
  'a device that the visitor trusts is not asked again': reads(/totps\/authenticate$/, ({ body }) => delete body.trust_device),
  'an app gets a code after the consent, and an error without it': reads(/authorize\/submit$/, ({ body }) => delete body.state),
  // its provider has a session of its own
  'after a log-out no app gets a code without a log-in': answers((request, send) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/authorize') return send(request)
    return Promise.resolve(new Response(null, { status: 302, headers: { location: `${searchParams.get('redirect_uri')}?code=abc` } }))
  }),
  'a consent leads to no other site': accepts(/authorize\/submit$/),
  'an app that nobody knows is refused': accepts(asker),
  'only a session can consent': accepts(asker),
  'a user sees the apps that have access, and takes it back': ignores(/connected_apps\/[^/]+\/revoke$/),
  'a consent is for the servers that the app has asked for, and no more': reads(asker, ({ body }) => delete body?.resources),
  'an address that can be no server gets no code': reads(/authorize\/submit$/, ({ body }) => delete body?.resources),
}
for (const what of ['email', 'text message']) {
  defects[`a code by ${what} signs in once`] = repeats(codes)
  defects[`a code by ${what} is closed after 12 wrong ones at most`] = countsNoCodes
  defects[`a code by ${what} is worth nothing for another id`] = forgetsWhose
  defects[`a code by ${what} is not spent by the guesses of another browser`] = namesCodesAfterAddresses
  defects[`codes by ${what} to one recipient are limited`] = accepts(/otps\/\w+\/login_or_create$/)
}

test('each check has its broken bridge', () => {
  assert.equal(
    checks(bridge)
      .map(({ name }) => name)
      .sort(),
    Object.keys(defects).sort(),
  )
})

for (const [name, defect] of Object.entries(defects)) {
  test(`fails where it should: ${name}`, async () => {
    const brokenCheck = checks(defect(bridge)).find((check) => check.name === name)!
    const failure = await rejection(brokenCheck.run())
    assert.instance(failure, Nonconformity, failure.stack)
  })
}

test('a way in that the bridge does not have is not checked, and must not be there', async () => {
  const { links: _, ...offers } = bridge.offers
  const all = checks({ ...bridge, offers })
  assert.equal(
    all.filter(({ isOffered }) => !isOffered).map(({ name }) => /\blinks?\b|program that opens|confirmation/.test(name)),
    Array(10).fill(true),
  )
  const unknownRoute = all.find(({ name }) => name === 'a call that the bridge does not have is an unknown route')!
  assert.instance(await unknownRoute.run().catch((error) => error), Nonconformity)
})

test.run()
