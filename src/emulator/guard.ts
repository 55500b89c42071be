import * as v from 'valibot'
import type { CallRules } from '../api/call.ts'
import type { Expiring } from './expiring.ts'
import type { Project } from './project.ts'
import type { CaptchaTokens } from './recaptcha.ts'
import { refuse } from './refusal.ts'

/** What a call of this kind must carry in this project (wire.md 2.3). Pure. */
export const demands = (
  guard: CallRules['guard'],
  {
    captcha_settings,
    captcha_required,
    dfp_protected_auth_enabled: dfp,
    dfp_protected_auth_mode: mode,
  }: Pick<Project, 'captcha_settings' | 'captcha_required' | 'dfp_protected_auth_enabled' | 'dfp_protected_auth_mode'>,
): { telemetry: boolean; captcha: boolean } => {
  if (!guard) return { telemetry: false, captcha: false }
  const telemetry = Boolean(dfp) && guard !== 'captcha'
  // Where the fingerprint decides, a captcha is for the suspicious alone.
  const decided = telemetry && mode === 'DECISIONING'
  return { telemetry, captcha: captcha_required || (captcha_settings.enabled && !decided) }
}

const proofs = v.fallback(v.object({ captcha_token: v.optional(v.string()), dfp_telemetry_id: v.optional(v.string()) }), {})

/** Holds protected calls to what the project demands of them. Each token and id is good for one call. */
export const createGuard =
  (project: Project, captchaTokens: CaptchaTokens, telemetryIds: Expiring<string>) =>
  /** Refuses a call without a proof it needs; answers it when it is for the client to try again with a captcha. */
  (guard: CallRules['guard'], body: unknown): Response | undefined => {
    const needed = demands(guard, project)
    const { captcha_token, dfp_telemetry_id = '' } = v.parse(proofs, body)
    if (needed.telemetry) {
      telemetryIds.find(dfp_telemetry_id) ?? refuse('telemetry_id_not_found')
      telemetryIds.spend(dfp_telemetry_id)
    }
    if (!needed.captcha) return
    // Plain text, as the provider says it: this is what a client recognises it by (wire.md 2.3).
    if (!captcha_token) return new Response('Captcha required', { status: 403 })
    const { siteKey, action } = captchaTokens.find(captcha_token) ?? refuse('captcha_failed')
    captchaTokens.spend(captcha_token)
    if (siteKey !== (project.captcha_settings.siteKey ?? '') || action !== 'LOGIN') refuse('captcha_failed')
  }

export type Guard = ReturnType<typeof createGuard>
