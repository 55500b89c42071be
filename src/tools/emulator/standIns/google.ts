import { html } from 'hono/html'
import * as v from 'valibot'
import { emailAddress } from '../requests/fields.ts'
import { htmlPage, script } from './pages.ts'
import { notDisplayedReasons, skippedReasons } from '../state/project.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { firstAccounts, searchForm } from './accounts.ts'
import type { Parts } from '../parts.ts'

/** The issuer of Google's ID tokens. */
export const ISSUER = 'https://accounts.google.com'

/** The lifetime of Google's own ID tokens. */
const ID_TOKEN_MINUTES = 60

/**
 * The options that have an effect here
 * (https://developers.google.com/identity/gsi/web/reference/js-reference). All others are accepted
 * and ignored.
 */
interface Configuration {
  client_id?: string
  callback?: (response: { credential: string; select_by: string; client_id?: string }) => void
  /**
   * Id of the element that contains the prompt. Default: none, so the prompt is in the corner of
   * the page.
   */
  prompt_parent_id?: string
  /** Default true. */
  cancel_on_tap_outside?: boolean
  use_fedcm_for_prompt?: boolean
}

/** Messages from the prompt's frame to the page. */
interface FrameMessage {
  credential?: string
  canceled?: boolean
  height?: number
}

/** The script that a page loads: `google.accounts.id` with `initialize`, `prompt` and `cancel`. */
const clientScript = (basePath: string) => {
  const { origin } = new URL((document.currentScript as HTMLScriptElement).src)
  const base = origin + basePath
  let settings: Configuration = {}
  /** Ends the prompt that is open. */
  let end: ((moment: 'skipped' | 'dismissed', reason: string) => void) | undefined

  const prompt = async (listener?: (moment: object) => void) => {
    end?.('dismissed', 'flow_restarted')
    const { client_id = '', callback, prompt_parent_id, cancel_on_tap_outside = true, use_fedcm_for_prompt } = settings
    // With FedCM the browser shows the prompt, and the page no longer learns whether it appeared or
    // why it was skipped.
    const fedcm = Boolean(use_fedcm_for_prompt) && 'IdentityCredential' in window
    const tell = (type: 'display' | 'skipped' | 'dismissed', reason?: string) => {
      if (fedcm && type === 'display') {
        if (!reason) return
        return tell('skipped')
      }
      listener?.({
        getMomentType: () => type,
        isDisplayMoment: () => type === 'display',
        isDisplayed: () => type === 'display' && !reason,
        isNotDisplayed: () => type === 'display' && Boolean(reason),
        getNotDisplayedReason: () => (type === 'display' ? reason : undefined),
        isSkippedMoment: () => type === 'skipped',
        getSkippedReason: () => (type === 'skipped' && !fedcm ? reason : undefined),
        isDismissedMoment: () => type === 'dismissed',
        getDismissedReason: () => (type === 'dismissed' ? reason : undefined),
      })
    }

    const frame = document.createElement('iframe')
    const over = new AbortController()
    const close: typeof end = (moment, reason) => {
      over.abort()
      frame.remove()
      end = undefined
      tell(moment, reason)
    }
    end = close
    const status = await fetch(`${base}/gsi/status?client_id=${encodeURIComponent(client_id)}`)
    const { not_displayed, skipped } = status.ok ? await status.json() : { not_displayed: 'unknown_reason' }
    if (over.signal.aborted) return
    if (not_displayed) {
      end = undefined
      return tell('display', not_displayed)
    }

    const parent = prompt_parent_id ? document.getElementById(prompt_parent_id) : null
    frame.title = 'Log in with Google (emulated)'
    frame.src = `${base}/gsi/prompt?${new URLSearchParams({ client_id, origin: location.origin })}`
    const corner = { position: 'fixed', insetBlockStart: '20px', insetInlineEnd: '20px', zIndex: '9999' }
    Object.assign(frame.style, { border: '0', width: parent ? '100%' : '391px', height: '0' }, parent ? {} : corner)
    ;(parent ?? document.body).append(frame)
    addEventListener(
      'message',
      (event: MessageEvent<FrameMessage>) => {
        if (event.source !== frame.contentWindow || event.origin !== origin) return
        const { credential, canceled, height } = event.data
        if (height) frame.style.height = `${height}px`
        if (canceled) close('skipped', 'user_cancel')
        if (!credential) return
        close('dismissed', 'credential_returned')
        callback?.({ credential, select_by: 'user', client_id })
      },
      { signal: over.signal },
    )
    if (cancel_on_tap_outside) addEventListener('click', () => close('skipped', 'tap_outside'), { signal: over.signal })
    tell('display')
    if (skipped) close('skipped', skipped)
  }

  const id = {
    initialize: (configuration: Configuration) => {
      settings = configuration
    },
    prompt: (listener?: (moment: object) => void) => {
      void prompt(listener)
    },
    cancel: () => end?.('dismissed', 'cancel_called'),
  }
  Object.assign(window, { google: { accounts: { id } } })
}

/**
 * The script of the prompt: the visitor clicks an account or types an address, and the page that
 * opened the prompt receives the token.
 */
const promptScript = (basePath: string) => {
  const query = new URLSearchParams(location.search)
  // The browser delivers the message only to that origin, no matter what page frames this one.
  const say = (message: FrameMessage) => parent.postMessage(message, query.get('origin') ?? location.origin)
  const choose = async (email: FormDataEntryValue | null) => {
    const answer = await fetch(`${basePath}/gsi/credential`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: query.get('client_id'), email }),
    })
    if (answer.ok) say(await answer.json())
  }
  document.querySelector('form:not([role])')!.addEventListener('submit', (event) => {
    event.preventDefault()
    void choose(new FormData(event.target as HTMLFormElement).get('email'))
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-email]')) {
    button.addEventListener('click', () => choose(button.dataset.email!))
  }
  document.querySelector('[data-close]')!.addEventListener('click', () => say({ canceled: true }))
  say({ height: document.documentElement.scrollHeight })
}

/**
 * Serves a stand-in for Google's sign-in script, at Google's own path `/gsi/client`. Its prompt
 * asks the visitor which account to use and returns an ID token that is signed with a key of its
 * own. The project's setting `google_one_tap` decides whether the prompt appears.
 */
export const serveGoogle = ({ page, json }: Router, { project, users, googleSigner, oauthSignIns }: Parts) => {
  page('GET /gsi/client', ({ basePath }) => script(clientScript, basePath))
  page('GET /gsi/prompt.js', ({ basePath }) => script(promptScript, basePath))

  page('GET /gsi/status', ({ url }) => {
    const client_id = new URL(url).searchParams.get('client_id')
    const reason = !client_id ? 'missing_client_id' : client_id !== project.google_client_id ? 'invalid_client' : project.google_one_tap
    const is = (reasons: readonly string[]) => (reasons.includes(reason) ? reason : undefined)
    return Response.json({ not_displayed: is(notDisplayedReasons), skipped: is(skippedReasons) })
  })

  page('GET /gsi/prompt', ({ basePath, url }) => {
    const { searchParams } = new URL(url)
    const accounts = firstAccounts(users.addresses(), searchParams.get('search'))
    return htmlPage({
      title: 'Log in with Google',
      script: `${basePath}/gsi/prompt.js`,
      isFramed: true,
      body: html`<h1>Log in with Google</h1>
<p>This stands in for Google. Who do you want to be?</p>
${searchForm(accounts, `${basePath}/gsi/prompt`, searchParams)}
<ul>${accounts.addresses.map((email) => html`<li><button type="button" data-email="${email}">Continue as ${email}</button></li>`)}</ul>
<form>
  <label>Someone else <input type="email" name="email" required autocomplete="off"></label>
  <button>Continue</button>
  <button type="button" data-close>Close</button>
</form>`,
    })
  })

  json('POST /gsi/credential', v.object({ client_id: v.string(), email: emailAddress }), async ({ client_id, email }) => {
    if (client_id !== project.google_client_id) refuse('oauth_config_not_found')
    const claims = { azp: client_id, email, email_verified: true, jti: crypto.randomUUID() }
    return {
      credential: await googleSigner.sign(claims, {
        subject: oauthSignIns.subjectOf('Google', email),
        audience: client_id,
        minutes: ID_TOKEN_MINUTES,
      }),
    }
  })
}
