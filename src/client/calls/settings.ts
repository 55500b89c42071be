import * as api from '../../api/bootstrap.ts'
import type { WireBootstrap } from '../../api/bootstrap.ts'
import { defaultBootstrap, type Bootstrap } from '../bootstrap.ts'
import type { ClientContext } from '../context.ts'
import type { Send } from './transport.ts'

/**
 * How long a call waits for the settings before it goes on without them, in ms: short enough for a
 * form to work within 5 s if the provider hangs.
 */
const SETTINGS_TIMEOUT = 4000

/** Turns field names into camel case. `_oa` becomes two capitals: `pkceRequiredForOAuth`. */
const camelCased = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.replace(/_(oa|\w)/g, (_, letters) => letters.toUpperCase()), value]))

/**
 * Returns the settings in an answer, under the names that the provider's SDK uses, because both
 * clients read the copy in storage. A field that the answer lacks has its default.
 */
const fromWire = ({ disable_sdk_watermark, dfp_protected_auth_enabled, request_id, status_code, ...wire }: WireBootstrap): Bootstrap => ({
  ...defaultBootstrap,
  ...camelCased(wire),
  displayWatermark: !disable_sdk_watermark,
  emailDomains: Array.isArray(wire.email_domains) ? wire.email_domains : defaultBootstrap.emailDomains,
  captchaSettings: wire.captcha_settings || defaultBootstrap.captchaSettings,
  passwordConfig: wire.password_config && (camelCased(wire.password_config) as unknown as Bootstrap['passwordConfig']),
  runDFPProtectedAuth: !!dfp_protected_auth_enabled,
})

/** Gets the project's settings from the server. */
export interface SettingsLoader {
  /** Gets them once. Resolves with undefined if that fails; a later call then tries again. */
  load(): Promise<Bootstrap | undefined>
  /**
   * Does the same, but resolves with undefined after 4 s. The caller then makes the safe choice
   * (docs/decisions/unknown-settings-take-the-safe-way.md).
   */
  known(): Promise<Bootstrap | undefined>
}

/**
 * Creates the loader of the settings. It puts them into the `bootstrap` of all `cores`, and into
 * storage for the next visit.
 */
export function createSettingsLoader(
  { publicToken, backend, storage, key }: Pick<ClientContext, 'publicToken' | 'backend' | 'storage' | 'key'>,
  request: Send,
  cores: Iterable<{ bootstrap: Bootstrap }>,
): SettingsLoader {
  let loading: Promise<Bootstrap | undefined> | undefined
  /**
   * Resolves when the wait for the current request is over. All callers share it, so a call that
   * waits twice does not wait twice as long.
   */
  let patience: Promise<undefined>
  const load = () => {
    if (loading) return loading
    patience = new Promise((resolve) => setTimeout(resolve, SETTINGS_TIMEOUT))
    return (loading = request(api.get, undefined, { public_token: backend ? 'backend' : publicToken })
      .then((wire) => {
        const bootstrap = fromWire(wire)
        storage.set(key + '::bootstrap', bootstrap)
        for (const core of cores) core.bootstrap = bootstrap
        return bootstrap
      })
      // an answer that cannot be read counts as none
      .catch(() => (loading = undefined)))
  }
  return { load, known: () => Promise.race([load(), patience]) }
}
