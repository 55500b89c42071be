/**
 * Sends the call of the log-in form as soon as the visitor submits it: a password manager does that
 * before any file has come, and the widget has the files of a call only later. Asks at once for the
 * project's settings, on which the call depends. The widget adopts the answers when it gets to
 * these calls itself. Runs in the page, as text (build/pageScript.ts).
 */
import type { FirstCall } from '../../browser/firstCall.ts'
import type { WireBootstrap } from '../../api/bootstrap.ts'
import type { Bootstrap } from '../../client/bootstrap.ts'
import type { SendFirstCall } from './page.ts'

/**
 * Returns what page.ts calls after the first call.
 * @param project the public token, or `backend`
 * @param path the path of the form's call
 * @param body what the call says, without the address
 * @param isLink whether the call may need a proof key
 */
export const sendFromForm =
  (project: string, path: string, body: object, isLink: unknown) =>
  (send: SendFirstCall, sent: FirstCall): void => {
    const { key, state, href } = sent
    const settings = send('projects/bootstrap/' + project)
    let cached: Bootstrap | undefined = JSON.parse(localStorage[key + '::bootstrap'] || 0)
    // another screen comes first, or somebody may be signed in
    if (/_token_type=/.test(href || location.search) || /"session":/.test(state!)) return
    // before the client reads it, and as long as a client waits (client/calls/settings.ts)
    const fresh = Promise.race([
      settings.then((answer) => answer.clone().json()),
      new Promise<never>((_, refuse) => setTimeout(refuse, 4000)),
    ])
    fresh.then(
      () => (cached = undefined),
      () => {},
    )
    let isOver = false
    /** Resolves with the call in a list, so that what it rejects with is the answer of the call. */
    const call = async (email: string) => {
      const known: Partial<WireBootstrap & Bootstrap> = cached || (await fresh).data
      if (!cached && (known.captcha_settings!.enabled || known.dfp_protected_auth_enabled)) return
      let challenge: string | undefined
      if (isLink && (known.pkce_required_for_email_magic_links ?? known.pkceRequiredForEmailMagicLinks) !== false) {
        const name = key + '::PKCE_VERIFIER:magic_links'
        // 244 random bits (RFC 7636, section 4.1)
        const code_verifier = crypto.randomUUID() + crypto.randomUUID()
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
        const code_challenge = btoa(String.fromCharCode(...new Uint8Array(hash)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replace('=', '')
        // as client/calls/proofKeys.ts: emails share a key
        const pair = JSON.parse((localStorage[name] ||= JSON.stringify({ code_challenge, code_verifier, created_at: Date.now() })))
        if (!pair.code_challenge || !(Date.now() - pair.created_at < 864e5)) return
        challenge = pair.code_challenge
      }
      // the project may require more by now than it did at the last visit
      return [send(path, { ...body, email, code_challenge: challenge }).then((answer) => (answer.status === 400 ? undefined : answer))]
    }
    const press = (type: string, target: Element) => {
      const form = (type === 'submit' ? target : target.closest?.('[type=submit]'))?.closest?.('.lk')
      if (isOver || !form) return
      isOver = true
      const email = form.querySelector<HTMLInputElement>('[type=email][required]')?.value
      // what client and server leave as it is (api/emailAddress.ts)
      if (/^[\w+-]+(\.[\w+-]+)*@([a-z\d]+(-[a-z\d]+)*\.)+[a-z]+$/i.test(email!)) {
        // without an answer, also without WebCrypto, the client sends the call
        const answer = (sent[path + email] = call(email!).then(
          (sending) => sending?.[0],
          () => undefined,
        ))
        answer.catch(() => {})
        // a visitor who comes back to the form later wants a new call
        setTimeout(() => delete sent[path + email], 6e4)
      }
    }
    // Enter clicks the button, whose `submit` holdPresses.ts keeps back; a script submits the form
    for (const type of ['click', 'submit']) addEventListener(type, (event) => press(type, event.composedPath()[0] as Element), true)
    // an element that hides the method throws, and page.ts catches that
    press('submit', document.querySelector('.lk [type=submit][aria-busy=true]')!)
  }
