import { LatchkeySDKError } from '../../api/baseErrors.ts'
import type { BotCheckKind } from '../../api/botCheck.ts'
import { safeDocument } from '../../browser/safeDocument.ts'
import { loadScript } from '../../browser/script.ts'
import { after } from '../../browser/timer.ts'
import type { Bootstrap } from '../bootstrap.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'
import type { BotCheck } from './BotCheck.ts'

/** What is used here of the vendors' scripts. */
interface VendorScript {
  ready(act: () => void): void
  render(box: Element, options: object): unknown
  /** hCaptcha resolves with an object, the others with the token. */
  execute(widget: unknown, options?: object): Promise<string & { response: string }>
}

/**
 * A vendor: the URL of its script, the name of its global, and how to get a token. It calls `opens`
 * when it asks the visitor something.
 */
type Vendor = [
  url: string,
  name: string,
  token: (script: VendorScript, sitekey: string, box: Element, opens: () => void) => Promise<string>,
]

const vendors: Partial<Record<BotCheckKind, Vendor>> = {
  turnstile: [
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    'turnstile',
    (script, sitekey, box, opens) =>
      new Promise((callback, reject) =>
        script.render(box, {
          sitekey,
          appearance: 'interaction-only',
          'response-field': false,
          'before-interactive-callback': opens,
          callback,
          'error-callback': reject,
          'timeout-callback': reject,
          'unsupported-callback': reject,
        }),
      ),
  ],
  hcaptcha: [
    'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    'hcaptcha',
    async (script, sitekey, box, opens) =>
      (await script.execute(script.render(box, { sitekey, size: 'invisible', 'open-callback': opens }), { async: true })).response,
  ],
  recaptcha: [
    'https://www.google.com/recaptcha/api.js?render=',
    'grecaptcha',
    (script, sitekey) =>
      new Promise((resolve, reject) => script.ready(() => script.execute(sitekey, { action: 'login' }).then(resolve, reject))),
  ],
  captchafox: [
    'https://cdn.captchafox.com/api.js?render=explicit',
    'captchafox',
    async (script, sitekey, box, onChallengeOpen) => script.execute(await script.render(box, { sitekey, mode: 'hidden', onChallengeOpen })),
  ],
}

/** Creates proofs of the vendor that the settings of a host's own server name. */
export function createVendorProofs<SomeState extends AnyState>(
  { options, ended }: ClientContext<SomeState>,
  { kind, siteKey = '' }: Bootstrap['captchaSettings'],
): BotCheck {
  // a newer server may name one that is unknown here
  const [url = '', name = '', token] = vendors[kind!] ?? []
  const load = () => loadScript(url + (/=$/.test(url) ? encodeURIComponent(siteKey) : ''), options.nonce)
  let parent: Element | null | undefined
  return {
    prepare(within) {
      parent = within || parent
      // the call that needs it loads it again
      load().catch(() => {})
    },
    async proof(signal) {
      // a page behind a modal dialog cannot be pressed
      const modal = [...safeDocument.querySelectorAll('dialog[open]')].pop()
      // what is in a shadow root, a vendor may not find
      const card = parent?.isConnected && parent.getRootNode() === document ? parent : undefined
      // over the card, which stays as it is
      const place = modal && !(card && modal.contains(card)) ? modal : card
      const box = safeDocument.createElement('div')
      Object.assign(box.style, {
        position: place ? 'absolute' : 'fixed',
        inset: 'auto 0 0',
        width: 'fit-content',
        margin: 'auto',
        zIndex: '2147483647',
      })
      const done = new AbortController()
      try {
        return await new Promise<string>((resolve, reject) => {
          // a visitor who is asked something has all the time that the vendor gives
          const timer = after(options.timeout, () => reject())
          for (const end of [signal, ended]) end?.addEventListener('abort', () => reject(), { signal: done.signal })
          load()
            .then(() => {
              ;(place ?? safeDocument.body).append(box)
              return token!((window as unknown as Record<string, VendorScript>)[name]!, siteKey, box, () => clearTimeout(timer))
            })
            .then(resolve, reject)
            .finally(() => clearTimeout(timer))
        })
      } catch {
        throw new LatchkeySDKError(`Unable to get a token of ${kind}`, 'captcha_required')
      } finally {
        done.abort()
        box.remove()
      }
    },
  }
}
