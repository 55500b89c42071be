/**
 * Sends the call of a form in the page's HTML as soon as the visitor submits it: a password manager
 * does that before any file has come, and the widget has the files of a call only later. The widget
 * adopts the answer when it gets to the call itself. Runs in the page, as text (build/pageScript.ts).
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
  (send: SendFirstCall, sent: FirstCall, settings: Promise<Response>): void => {
    const { key, state, href } = sent
    const cached: Bootstrap | undefined = JSON.parse(localStorage[key + '::bootstrap'] || 0)
    const element = Document.prototype.querySelector.call(document, '[data-latchkey]')
    const form = (element?.shadowRoot || element)?.querySelector<HTMLElement>('.lk')
    if (!form || href || /"session":/.test(state!)) return
    // before the client reads it
    const fresh = settings.then((answer) => answer.clone().json())
    fresh.catch(() => {})
    let isOver = false
    const call = async (email: string) => {
      const known: Partial<WireBootstrap & Bootstrap> =
        cached ||
        // as long as a client waits (client/calls/settings.ts)
        (await Promise.race([fresh, new Promise<never>((_, refuse) => setTimeout(refuse, 4000))])).data
      if (!cached && (known.captcha_settings!.enabled || known.dfp_protected_auth_enabled)) return
      let challenge: string | undefined
      if (isLink) {
        localStorage[key + '::BEGUN:magic_links'] = JSON.stringify({ created_at: Date.now() })
        if ((known.pkce_required_for_email_magic_links ?? known.pkceRequiredForEmailMagicLinks) !== false) {
          const name = key + '::PKCE_VERIFIER:magic_links'
          // 244 random bits (RFC 7636, section 4.1)
          const code_verifier = crypto.randomUUID() + crypto.randomUUID()
          const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
          const code_challenge = btoa(String.fromCharCode(...new Uint8Array(hash))).replace(
            /[+/=]/g,
            (sign) => ({ '+': '-', '/': '_' })[sign] || '',
          )
          // as client/calls/proofKeys.ts: emails share a key
          const pair = JSON.parse((localStorage[name] ||= JSON.stringify({ code_challenge, code_verifier, created_at: Date.now() })))
          if (!(Date.now() - pair.created_at < 864e5)) return
          challenge = pair.code_challenge
        }
      }
      return send(path, { ...body, email, code_challenge: challenge })
    }
    const press = ({ type, target }: { type: string; target?: unknown }) => {
      if (isOver || !(type === 'submit' || (target as Element).closest('[type=submit]'))) return
      isOver = true
      const email = form.querySelector<HTMLInputElement>('[type=email][required]')?.value
      // what client and server leave as it is (api/emailAddress.ts)
      if (/^(?!.{64})[\w+-]+(\.[\w+-]+)*@([a-z\d]+(-[a-z\d]+)*\.)+[a-z]+$/i.test(email!))
        // without an answer, also without WebCrypto, the client sends the call
        sent[path + email] = call(email!).catch(() => undefined)
    }
    // Enter clicks the button, whose `submit` holdPresses.ts keeps back; a script submits the form
    for (const type of ['click', 'submit']) form.addEventListener(type, press, true)
    if (form.querySelector('[type=submit][aria-busy=true]')) press({ type: 'submit' })
  }
