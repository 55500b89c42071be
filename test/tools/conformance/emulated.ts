/** The emulator as a bridge under test, at an address of its own. */
import { TOTP } from 'otpauth'
import type { BridgeUnderTest } from '../../../src/tools/conformance/index.ts'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { listen } from '../../../src/tools/emulator/node.ts'
import { until } from '../../chromium/visitors.ts'

/** Starts it, with every way in. `close` ends it. */
export const emulatedBridge = async (): Promise<{ bridge: BridgeUnderTest; close: () => Promise<void> }> => {
  const emulator = createEmulator({
    project: { backend: true, second_factor: 'before_session', sends_per_minute: null, lock_threshold: 5 },
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
        return { client_id: clients[0]!.client_id, redirect_uri }
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
  }
  return { bridge, close }
}
