/** The emulator as a bridge under test, at an address of its own. */
import { TOTP } from 'otpauth'
import type { BridgeUnderTest } from '../../../src/tools/conformance/index.ts'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { listen } from '../../../src/tools/emulator/node.ts'
import { until } from '../../chromium/visitors.ts'
import { refusalOf, type Defect } from './defects.ts'

/** Starts it, with every way in. `close` ends it. */
export const emulatedBridge = async (): Promise<{ bridge: BridgeUnderTest; close: () => Promise<void> }> => {
  const emulator = createEmulator({
    project: { backend: true, second_factor: 'before_session', sends_per_minute: 10, lock_threshold: 5 },
  })
  const { url, close } = await listen(emulator, { port: 0 })
  emulator.project({ allowed_redirect_urls: [`${url}/`] })
  const read = new Set<string>()
  const callback = /"([^"]*\/v1\/public\/oauth\/callback\/[^"?]+)/
  const bridge: BridgeUnderTest = {
    url,
    offers: {
      links: true,
      emailCodes: true,
      textCodes: true,
      passwords: true,
      passkeys: true,
      socialSignIn: {
        provider: 'google',
        async signIn(page) {
          const [, action] = callback.exec(await (await fetch(page, { headers: { referer: url } })).text())!
          return `${new URL(action!, page).href}?email=${crypto.randomUUID()}@example.com`
        },
      },
      async secondFactor() {
        const [email, password, secret, recoveryCode] = [
          `${crypto.randomUUID()}@example.com`,
          `Horse-${crypto.randomUUID()}`,
          'JBSWY3DPEHPK3PXP',
          crypto.randomUUID(),
        ]
        emulator.seed({ users: [{ emails: [{ email }], password, totp: { secret, recovery_codes: [recoveryCode] } }] })
        return { email, password, recoveryCode, code: () => new TOTP({ secret }).generate() }
      },
      async consent() {
        const redirect_uri = 'https://app.example/callback'
        const { clients } = emulator.seed({ clients: [{ client_name: 'An app', redirect_uris: [redirect_uri] }] })
        const { client_id, client_secret } = clients[0]!
        return {
          client_id,
          redirect_uri,
          // nothing is there, so no app gets anything
          authorize: new URL('/authorize', url).href,
          async redeem(code, code_verifier) {
            const body = new URLSearchParams({
              grant_type: 'authorization_code',
              client_id,
              client_secret,
              code,
              code_verifier,
              redirect_uri,
            })
            return (await fetch(`${url}/v1/oauth2/token`, { method: 'POST', body })).ok
          },
        }
      },
      resources: ['https://notes.example/mcp', 'https://files.example/mcp'],
    },
    async message(to) {
      const next = () => emulator.outbox().find((one) => one.to === to && !read.has(one.id))
      await until(() => !!next(), `a message to ${to}`)
      const { id, text, url: link = '' } = next()!
      read.add(id)
      return `${text}\n${link}`
    },
    // nothing of the emulator waits for a mail
    holdMails: () => () => {},
  }
  return { bridge, close }
}

/**
 * The same bridge, where an address has to be confirmed first: a sign-up sends a link, which keeps
 * the password only in the browser that signed up.
 */
export const confirming: Defect = (sound) => {
  const signUps = new Map<string, string>()
  const send = sound.fetch ?? fetch
  const unconfirmed = () => refusalOf(403, 'email_not_verified')
  const cookiesIn = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return {
    ...sound,
    offers: { ...sound.offers, passwords: { confirms: true } },
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const [, path = ''] = pathname.split('/sdk/v1')
      if (path === '/passwords' && request.method === 'POST') {
        const { email } = (await request.clone().json()) as { email: string }
        const answer = await send(request)
        if (!answer.ok) return ((await answer.clone().json()) as any).error_type === 'duplicate_email' ? unconfirmed() : answer
        const id = crypto.randomUUID()
        signUps.set(id, cookiesIn(answer).join('; '))
        const { headers } = request
        const body = JSON.stringify({ email, login_magic_link_url: `${new URL(request.url).origin}/` })
        await send(new Request(request.url.replace(path, '/magic_links/email/login_or_create'), { method: 'POST', headers, body }))
        const refusal = unconfirmed()
        refusal.headers.append('set-cookie', `sign_up=${id}; HttpOnly; SameSite=Lax`)
        return refusal
      }
      const [, id = ''] = /\bsign_up=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? []
      if (path === '/magic_links/authenticate' && signUps.has(id)) request.headers.set('cookie', signUps.get(id)!)
      const answer = await send(request)
      if (path !== '/passwords/authenticate' || !answer.ok) return answer
      const { data } = (await answer.clone().json()) as any
      return data.user && !data.user.emails[0].verified ? unconfirmed() : answer
    },
  }
}
