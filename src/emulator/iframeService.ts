import { AsYouType, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { htmlPage, script } from './pages.ts'
import type { Provider } from './provider.ts'

/** The page's script: answers each message on the port that came with it (wire.md 2.6). */
const serviceScript = () => {
  const ask = async (route: string, body?: object, headers?: Record<string, string>) => {
    const [method, path = ''] = route.split(' ')
    const answer = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    }).catch(() => undefined)
    const said = await answer?.json().catch(() => undefined)
    if (!said) throw Object.assign(new Error('Unable to contact our servers.'), { name: 'StytchAPIUnreachableError' })
    if (!answer!.ok) throw Object.assign(new Error(said.error_message), { name: 'StytchAPIError', ...said })
    return said
  }
  /** Of each start, by its callback id: the caller is not told to bring it back. */
  const csrfTokens = new Map<string, string>()

  const methods: Record<string, (given: Record<string, string>) => Promise<unknown>> = {
    parsedPhoneNumber: ({ phoneNumber, regionCode }) => ask('POST /clientside-services/phone_number', { phoneNumber, regionCode }),

    oneTapStart: async ({ publicToken = '' }) => {
      const said = await ask(`GET /v1/public/oauth/google/onetap/start?public_token=${encodeURIComponent(publicToken)}`)
      csrfTokens.set(said.oauth_callback_id, said.stytch_csrf_token)
      return {
        requestId: said.request_id,
        googleClientId: said.google_client_id,
        stytchCsrfToken: said.stytch_csrf_token,
        oauthCallbackId: said.oauth_callback_id,
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
 * A phone number as it is being typed in a country (ISO 3166-1 alpha-2), or without one as it is shown: whether it exists, in E.164
 * (as typed while it is none) and in the national format.
 */
const parsedPhoneNumber = ({ phoneNumber, regionCode = '' }: { phoneNumber: string; regionCode?: string }) => {
  const country = isSupportedCountry(regionCode) ? regionCode : undefined
  const parsed = parsePhoneNumberFromString(phoneNumber, country)
  return {
    isValid: parsed?.isValid() ?? false,
    number: parsed?.number ?? phoneNumber,
    national: country ? new AsYouType(country).input(phoneNumber) : (parsed?.formatNational() ?? phoneNumber),
  }
}

const phoneNumber = v.object({ phoneNumber: v.string(), regionCode: v.optional(v.string()) })

/** The provider's page for a hidden frame, at its own path, and what its script asks beside the provider's API. */
export const serveIframeService = ({ page, json }: Provider) => {
  page('GET /clientside-services/index.html', () =>
    htmlPage({ title: 'Services of the provider', script: '/clientside-services/service.js', framed: true }),
  )
  page('GET /clientside-services/service.js', () => script(serviceScript))

  json('POST /clientside-services/phone_number', phoneNumber, parsedPhoneNumber)
}
