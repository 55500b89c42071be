import { loadScript } from './script.ts'

interface Recaptcha {
  ready(act: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

/**
 * Gets a reCAPTCHA Enterprise token for a log-in (docs/internals/protocol.md#fraud-protection).
 * `script` is the URL of Google's script, or of a stand-in for tests.
 */
export async function captchaToken(script: string, siteKey: string, nonce?: string): Promise<string> {
  await loadScript(`${script}?render=${encodeURIComponent(siteKey)}`, nonce)
  const { enterprise } = (window as unknown as { grecaptcha: { enterprise: Recaptcha } }).grecaptcha
  await new Promise<void>((resolve) => enterprise.ready(resolve))
  return enterprise.execute(siteKey, { action: 'LOGIN' })
}
