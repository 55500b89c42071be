import * as v from 'valibot'
import { randomToken } from '../state/expiring.ts'
import { script } from './pages.ts'
import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/** Google's lifetime of a token. */
const TOKEN_MINUTES = 2

/**
 * The script that a page loads: the part of `grecaptcha.enterprise` that returns a token without
 * showing a challenge.
 */
const recaptchaScript = (renderedKey: string, basePath: string) => {
  const { origin } = new URL((document.currentScript as HTMLScriptElement).src)
  const execute = async (siteKey: string, { action = '' }: { action?: string } = {}) => {
    if (siteKey !== renderedKey) throw new Error(`Invalid site key or not loaded in api.js: ${siteKey}`)
    const body = JSON.stringify({ siteKey, action })
    const answer = await fetch(`${origin}${basePath}/recaptcha/enterprise/execute`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    if (!answer.ok) throw new Error(`reCAPTCHA answered ${answer.status}`)
    return (await answer.json()).token as string
  }
  Object.assign(window, {
    grecaptcha: {
      enterprise: {
        ready: (callback: () => void) => {
          setTimeout(callback)
        },
        execute,
      },
    },
  })
}

/**
 * Serves a stand-in for Google's reCAPTCHA, at Google's own paths:
 * `/recaptcha/enterprise.js?render=<site key>`.
 */
export const serveRecaptcha = ({ page, json }: Router, { captchaTokens }: Parts) => {
  page('GET /recaptcha/enterprise.js', ({ url, basePath }) =>
    script(recaptchaScript, new URL(url).searchParams.get('render') ?? '', basePath),
  )

  json('POST /recaptcha/enterprise/execute', v.object({ siteKey: v.string(), action: v.string() }), (execution) => {
    const token = randomToken()
    captchaTokens.put(token, execution, TOKEN_MINUTES)
    return { token }
  })
}
