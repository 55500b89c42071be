import * as api from '../api/bootstrap.ts'
import type { WireBootstrap } from '../api/bootstrap.ts'
import { fallback, type Bootstrap } from './bootstrap.ts'
import type { ClientContext } from './context.ts'
import type { Send } from './transport.ts'

/** How long a call waits for the settings before it goes the safe way without them (quality.md: the form works within 5 s). In ms. */
const PATIENCE = 4000

/** `_oa` is the one word with two capitals: `pkceRequiredForOAuth`. */
const camel = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.replace(/_(oa|\w)/g, (_, letters) => letters.toUpperCase()), value]))

/**
 * The wire's fields in the spec's spelling, and no others, as the copy is shared with the provider's own client; fields the answer lacks take the value they
 * have when there is no answer.
 */
export const fromWire = ({
  disable_sdk_watermark,
  dfp_protected_auth_enabled,
  request_id,
  status_code,
  ...wire
}: WireBootstrap): Bootstrap => ({
  ...fallback,
  ...camel(wire),
  displayWatermark: !disable_sdk_watermark,
  emailDomains: Array.isArray(wire.email_domains) ? wire.email_domains : fallback.emailDomains,
  captchaSettings: wire.captcha_settings || fallback.captchaSettings,
  passwordConfig: wire.password_config && (camel(wire.password_config) as unknown as Bootstrap['passwordConfig']),
  runDFPProtectedAuth: !!dfp_protected_auth_enabled,
})

/** The project's settings as the server has them. */
export interface Settings {
  /** Asked for once; undefined when they cannot be had. A later call asks again then. */
  load(): Promise<Bootstrap | undefined>
  /** The same, but undefined once 4 s of the asking have passed: who gets no answer takes the safe way (row 24). */
  known(): Promise<Bootstrap | undefined>
}

/** Fetches the settings, keeps them in the `bootstrap` of all `cores` and for the next visit. */
export function createSettings(
  { publicToken, storage, key }: Pick<ClientContext, 'publicToken' | 'storage' | 'key'>,
  request: Send,
  cores: Iterable<{ bootstrap: Bootstrap }>,
): Settings {
  let loading: Promise<Bootstrap | undefined> | undefined
  /** Ends with the patience for the request under way: a call that waits twice must not wait twice as long. */
  let patience: Promise<undefined>
  const load = () => {
    if (loading) return loading
    patience = new Promise((done) => setTimeout(done, PATIENCE))
    return (loading = request(api.get, undefined, { public_token: publicToken })
      .then((wire) => {
        const bootstrap = fromWire(wire)
        storage.set(key + '::bootstrap', bootstrap)
        for (const core of cores) core.bootstrap = bootstrap
        return bootstrap
      })
      // of an answer that cannot be kept, too
      .catch(() => (loading = undefined)))
  }
  return { load, known: () => Promise.race([load(), patience]) }
}
