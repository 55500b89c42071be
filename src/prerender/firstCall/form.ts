/**
 * Sends the call of a form in the page's HTML as soon as the visitor submits it, which a password
 * manager may do before any file has come. The widget then presses the button again
 * (holdPresses.ts) and adopts the answer.
 * Runs in the page, as text (build/pageScript.ts).
 */
import type { FirstCall } from '../../browser/firstCall.ts'
import type { WireBootstrap } from '../../api/bootstrap.ts'
import type { Bootstrap } from '../../client/bootstrap.ts'
import type { SendFirstCall } from './page.ts'

/**
 * Returns what page.ts calls after the first call.
 * @param path the path of the form's call
 * @param body what the call says, without the address
 * @param isLink whether the call may need a proof key
 */
export const sendFromForm =
  (path: string, body: object, isLink: unknown) =>
  (send: SendFirstCall, { key, state, href }: FirstCall, settings: Promise<Response>): void => {
    const cached: Bootstrap | undefined = JSON.parse(localStorage[key + '::bootstrap'] || 0)
    const element = Document.prototype.querySelector.call(document, '[data-latchkey]')
    const form = (element?.shadowRoot || element)?.querySelector<HTMLElement>('.lk')
    if (!form || href || /"session":/.test(state!)) return
    // until the widget takes the form over
    const isHeld = () => form.onsubmit
    let isTaken: unknown
    const press = async ({ type, target }: Event) => {
      if (isTaken || !isHeld() || !(type === 'submit' || (target as Element).closest('[type=submit]'))) return
      const email = form.querySelector<HTMLInputElement>('[required]')!.value
      // what client and server leave as it is (api/emailAddress.ts)
      if (!/^(?!.{64})[\w+-]+(\.[\w+-]+)*@([a-z\d]+(-[a-z\d]+)*\.)+[a-z]+$/i.test(email)) return
      isTaken = 1
      const known = cached || ((await (await settings).clone().json()).data as WireBootstrap)
      const { captcha_settings, dfp_protected_auth_enabled, pkce_required_for_email_magic_links } = known as Partial<WireBootstrap>
      if (!cached && (captcha_settings?.enabled !== false || dfp_protected_auth_enabled)) return
      let code_challenge: string | undefined
      if (isLink) {
        localStorage[key + '::BEGUN:magic_links'] = JSON.stringify({ created_at: Date.now() })
        if ((pkce_required_for_email_magic_links ?? (known as Bootstrap).pkceRequiredForEmailMagicLinks) !== false) {
          const name = key + '::PKCE_VERIFIER:magic_links'
          const encode = (bytes: ArrayBuffer | Uint8Array) =>
            btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] || '')
          const code_verifier = encode(crypto.getRandomValues(new Uint8Array(32)))
          const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
          // as client/calls/proofKeys.ts: emails share a key
          const pair = JSON.parse(
            (localStorage[name] ||= JSON.stringify({ code_challenge: encode(hash), code_verifier, created_at: Date.now() })),
          )
          if (!(Date.now() - pair.created_at < 864e5)) return
          code_challenge = pair.code_challenge
        }
      }
      if (isHeld()) void send(path, { ...body, email, code_challenge }, email)
    }
    // Enter clicks the button, whose `submit` holdPresses.ts keeps back; a script submits the form.
    // Without WebCrypto, or if a call fails, the widget does it.
    for (const type of ['click', 'submit']) form.addEventListener(type, (event) => void press(event).catch(() => {}))
  }
