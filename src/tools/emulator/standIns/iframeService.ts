import { AsYouType, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { htmlPage, script } from './pages.ts'
import type { Router } from '../requests/router.ts'

/**
 * The script of the page: answers each message on the port that came with it
 * (docs/internals/protocol.md#the-page-of-services).
 */
const serviceScript = (basePath: string) => {
  const ask = async (route: string, body?: object, headers?: Record<string, string>) => {
    const [method, path = ''] = route.split(' ')
    const answer = await fetch(basePath + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    }).catch(() => undefined)
    const result = await answer?.json().catch(() => undefined)
    if (!result) throw Object.assign(new Error('Unable to contact our servers.'), { name: 'StytchAPIUnreachableError' })
    if (!answer!.ok) throw Object.assign(new Error(result.error_message), { name: 'StytchAPIError', ...result })
    return result
  }
  /**
   * The CSRF token of each start, by its callback id. This script sends it back, because its caller
   * is not required to.
   */
  const csrfTokens = new Map<string, string>()

  const methods: Record<string, (parameters: Record<string, string>) => Promise<unknown>> = {
    parsedPhoneNumber: ({ phoneNumber, regionCode }) => ask('POST /clientside-services/phone_number', { phoneNumber, regionCode }),

    oneTapStart: async ({ publicToken = '' }) => {
      const start = await ask(`GET /v1/public/oauth/google/onetap/start?public_token=${encodeURIComponent(publicToken)}`)
      csrfTokens.set(start.oauth_callback_id, start.stytch_csrf_token)
      return {
        requestId: start.request_id,
        googleClientId: start.google_client_id,
        stytchCsrfToken: start.stytch_csrf_token,
        oauthCallbackId: start.oauth_callback_id,
      }
    },

    oneTapSubmit: async ({ idToken, oauthCallbackID = '', loginRedirectURL, signupRedirectURL }) => {
      const { redirect_url } = await ask(
        `POST /v1/oauth/callback/${encodeURIComponent(oauthCallbackID)}`,
        {
          id_token: idToken,
          stytch_csrf_token: csrfTokens.get(oauthCallbackID) ?? '',
          login_redirect_url: loginRedirectURL,
          signup_redirect_url: signupRedirectURL,
        },
        { 'x-stytch-oauth-type': 'google-one-tap' },
      )
      return { redirect_url }
    },
  }

  addEventListener('message', async ({ data, ports: [port] }: MessageEvent<{ method: string; args: [Record<string, string>] }>) => {
    if (!port) return
    try {
      if (!Object.hasOwn(methods, data?.method)) throw new Error(`There is no method ${data?.method}.`)
      port.postMessage({ success: true, payload: await methods[data.method]!(data.args?.[0] ?? {}) })
    } catch (error) {
      const { name, message } = error as Error
      port.postMessage({ success: false, error: { ...(error as Error), name, message } })
    }
  })
}

/**
 * Parses a phone number, either as a visitor types it in a country (ISO 3166-1 alpha-2) or, without
 * a country, as it is displayed. Returns whether it is valid, the number in E.164 (as typed while
 * it is not valid) and in the national format.
 */
const parsedPhoneNumber = ({ phoneNumber, regionCode = '' }: { phoneNumber: string; regionCode?: string }) => {
  const country = isSupportedCountry(regionCode) ? regionCode : undefined
  const phone = parsePhoneNumberFromString(phoneNumber, country)
  return {
    isValid: phone?.isValid() ?? false,
    number: phone?.number ?? phoneNumber,
    national: country ? new AsYouType(country).input(phoneNumber) : (phone?.formatNational() ?? phoneNumber),
  }
}

const phoneNumber = v.object({ phoneNumber: v.string(), regionCode: v.optional(v.string()) })

/**
 * Serves the provider's page for a hidden frame, at the provider's own path, and the routes that
 * its script calls beside the provider's API.
 */
export const serveIframeService = ({ page, json }: Router) => {
  page('GET /clientside-services/index.html', ({ basePath }) =>
    htmlPage({ title: 'Services of the provider', script: `${basePath}/clientside-services/service.js`, isFramed: true }),
  )
  page('GET /clientside-services/service.js', ({ basePath }) => script(serviceScript, basePath))

  json('POST /clientside-services/phone_number', phoneNumber, parsedPhoneNumber)
}
