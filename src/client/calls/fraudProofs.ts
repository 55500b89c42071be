import { text } from '../../api/kinds.ts'
import type { CallRules } from '../../api/call.ts'
import { LatchkeySDKError } from '../../api/errors.ts'
import { captchaToken } from '../../browser/captcha.ts'
import { telemetryId } from '../../browser/telemetry.ts'
import { after } from '../../browser/timer.ts'
import type { Bootstrap } from '../bootstrap.ts'
import type { ClientContext } from '../context.ts'
import { baseUrlOf, isTestToken } from './apiDomains.ts'

/** The fields of a body that show that the visitor is a person. */
export interface Proofs {
  dfp_telemetry_id?: string
  captcha_token?: string
}

/**
 * Returns the proofs that a project requires with a call
 * (docs/internals/protocol.md#fraud-protection). In DECISIONING mode it requires a captcha only
 * once the provider has asked for one.
 */
export function requiredProofs(
  { captchaSettings, runDFPProtectedAuth, dfpProtectedAuthMode }: Bootstrap,
  guard: CallRules['guard'],
  again: boolean,
): { telemetry: boolean; captcha: boolean } {
  const telemetry = runDFPProtectedAuth && guard !== 'captcha'
  return { telemetry, captcha: captchaSettings.enabled && (again || !telemetry || dfpProtectedAuthMode !== 'DECISIONING') }
}

/**
 * Gets the proofs for a call. On the first try a proof that cannot be obtained is left out, and the
 * provider decides. Once the provider has refused the call (`again`), every proof is required.
 * @throws an error of code `captcha_required` if one is then missing
 */
export async function proofs(
  { options, publicToken }: Pick<ClientContext, 'options' | 'publicToken'>,
  settings: Bootstrap | undefined,
  guard: CallRules['guard'],
  again: boolean,
): Promise<Proofs> {
  const { dfpCdnUrl, dfppaUrl, endpoints, endpointOptions } = options
  const { telemetry = false, captcha = again } = settings ? requiredProofs(settings, guard, again) : {}
  const cdn = baseUrlOf(dfpCdnUrl) || baseUrlOf(endpointOptions?.dfpCdnDomain) || 'https://elements.stytch.com'
  const backend =
    baseUrlOf(dfppaUrl) || baseUrlOf(endpoints?.dfpBackendURL) || baseUrlOf(endpointOptions?.dfppaDomain) || 'https://telemetry.stytch.com'
  const recaptcha = (isTestToken(publicToken) && text(endpoints?.recaptchaURL)) || 'https://www.google.com/recaptcha/enterprise.js'
  /** Resolves with undefined if the script fails, takes too long or returns nothing. */
  const attempt = (isRequired: boolean, get: () => Promise<string>) =>
    isRequired
      ? new Promise<string | undefined>((resolve) => {
          const timer = after(options.timeout, () => resolve(undefined))
          get()
            .then(
              (proof) => resolve(proof || undefined),
              () => resolve(undefined),
            )
            .finally(() => clearTimeout(timer))
        })
      : undefined
  const [dfp_telemetry_id, captcha_token] = await Promise.all([
    attempt(telemetry, () => telemetryId(`${cdn}/telemetry.js`, publicToken, backend, options.nonce)),
    attempt(captcha, () => captchaToken(recaptcha, settings?.captchaSettings.siteKey || '', options.nonce)),
  ])
  if (again && (!captcha_token || (telemetry && !dfp_telemetry_id))) {
    throw new LatchkeySDKError('Unable to query captcha and/or dfp telemetry ID', 'captcha_required')
  }
  return { dfp_telemetry_id, captcha_token }
}
