/**
 * The script in the page's HTML that sends the first call before any file comes. The build makes a
 * text of it for each kind of page (build/pageScript.ts), and index.ts adds what it is called with:
 * nobody who can write HTML into the page can steer it, because a Content Security Policy knows it
 * by its hash. It is written by hand, without what the client has for the same, for its size.
 */
import type { FirstCall } from '../../browser/firstCall.ts'

/**
 * Sends a call and records its answer, by path and `name`. Without content it is a GET.
 */
export type SendFirstCall = (path: string, content?: object, name?: string) => Promise<Response>

/** Whether a host's own server answers, or the provider. */
declare const IS_BACKEND: boolean
/** Whether the page asks for consent, or has the log-in form. */
declare const IS_CONSENT: boolean

/**
 * Sends the call that the page's URL or its session needs.
 * @param base the base URL of the API, with `/sdk/v1/` at its end
 * @param key the prefix of every key in storage
 * @param publicToken the public token; with a backend, nothing
 * @param mayBeHidden whether there may be a session whose cookie the page does not see
 * @param minutes how long a session lasts; 0 leaves tokens to the widget
 * @param then what else sends calls (form.ts)
 */
export const sendFirstCall = (
  base: string,
  key: string,
  publicToken: string,
  mayBeHidden: unknown,
  minutes: number,
  then?: (send: SendFirstCall, sent: FirstCall) => void,
): void => {
  const run = () => {
    // Storage may be blocked, and hold anything. An element can hide the document's cookie. Then
    // the widget makes the calls.
    try {
      const at = Date.now()
      const name = Symbol.for('latchkey.session')
      // a second copy of the script, a frame, fraud protection
      if (name in window || top !== window || /(enabled|ProtectedAuth)":true/.test(localStorage[key + '::bootstrap'])) return
      const session = !IS_BACKEND && document.cookie.match(/(^| )stytch_session=([^;]+)/)?.[2]
      const sent: FirstCall = { key, at, state: localStorage[key] }
      const hasState = /"session":/.test(sent.state!)
      ;(window as unknown as Record<symbol, FirstCall>)[name] = sent
      const send: SendFirstCall = (path, content, name) => {
        const body = JSON.stringify(content)
        const answer = fetch(base + path, {
          method: body ? 'POST' : 'GET',
          referrerPolicy: 'origin',
          credentials: 'include',
          headers: {
            ...(!IS_BACKEND && {
              Authorization: 'Basic ' + btoa(publicToken + ':' + decodeURIComponent(session || publicToken)),
            }),
            'Content-Type': 'application/json',
            // without the time zone, for which `Intl` takes 60 to 200 ms on a slow phone
            'X-SDK-Client': btoa(
              JSON.stringify({
                event_id: 'event-id-' + crypto.randomUUID(),
                app_session_id: 'app-session-id-' + crypto.randomUUID(),
                persistent_id: 'persistent-id-' + crypto.randomUUID(),
                client_sent_at: new Date(),
                app: { identifier: location.hostname },
                sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.35.1' },
              }),
            ),
            'X-SDK-Parent-Host': location.origin,
          },
          body,
        })
        answer.catch(() => {})
        return (sent[path + (name || body)] = answer)
      }
      const check = () => {
        if (document.hidden || !(session || mayBeHidden)) return
        void send('sessions/authenticate', IS_BACKEND ? { session_optional: true } : {})
      }
      if (IS_CONSENT) {
        const query = new URLSearchParams(location.search)
        const get = (name: string) => query.get(name) || undefined
        const client_id = get('client_id')
        const redirect_uri = get('redirect_uri')
        const resources = IS_BACKEND ? query.getAll('resource').filter(Boolean) : []
        check()
        // as client/url/idpParams.ts and products/idp/authorize.ts
        if (hasState && (session || mayBeHidden) && client_id && redirect_uri)
          void send('idp/oauth/authorize/start', {
            client_id,
            redirect_uri,
            response_type: get('response_type') || 'code',
            scopes: get('scope')?.match(/[^ ]+/g) || ['openid', 'email', 'profile'],
            prompt: get('prompt'),
            resources: resources[0] && resources,
          })
      } else {
        if (IS_BACKEND) check()
        else {
          // a token with other characters has to be repaired first (client/url/repairUrl.ts)
          const token = location.search.match(/(^.|&)token=([\w.~-]+)(&|$)/)?.[2]
          const type = location.search.match(/(^.|&)stytch_token_type=(oauth|magic_links|login)(&|$)/)?.[2]
          const isOAuth = type === 'oauth'
          const kind = isOAuth ? type : 'magic_links'
          const stored = (name: string) => JSON.parse(sessionStorage[key + name] || localStorage[key + name] || 0)
          const verifier = (kind: string) => stored('::PKCE_VERIFIER:' + kind).code_verifier
          // Otherwise the widget asks the visitor
          // (docs/decisions/log-ins-from-other-browsers-are-confirmed.md). It also asks the server
          // first where a session may have a cookie that the page does not see.
          if (
            !(minutes && type && token) ||
            mayBeHidden ||
            session ||
            hasState ||
            (isOAuth && !(at - stored('::BEGUN:' + kind).created_at < 36e5))
          )
            check()
          else {
            sent.href = location.href
            // throws if the browser refuses it
            history.replaceState(
              history.state,
              '',
              location.pathname +
                location.search.replace(/(^.|&)((stytch|latchkey)_(token|redirect)_type|token)=[^&]*/g, '').replace(/^&/, '?') +
                location.hash,
            )
            void send(
              kind + '/authenticate',
              {
                code_verifier: (!isOAuth && verifier('passwords')) || verifier(kind),
                token,
                session_duration_minutes: minutes,
              },
              token,
            )
          }
        }
        then?.(send, sent)
      }
    } catch {}
  }
  // on the window, because an element can hide the document's method; a page that is prerendered
  // may never be shown
  if ((document as { prerendering?: boolean }).prerendering) addEventListener('prerenderingchange', run, true)
  else run()
}
