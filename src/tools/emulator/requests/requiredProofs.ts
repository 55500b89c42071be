import * as v from 'valibot'
import type { CallRules } from '../../../api/call.ts'
import type { Expiring } from '../state/expiring.ts'
import type { Project } from '../state/project.ts'
import { refusal, refuse } from './refusal.ts'
import type { WorkProofs } from './workProofs.ts'

/** What a captcha token was made for, by the token. */
export type CaptchaTokens = Expiring<{ siteKey: string; action: string }>

/** The telemetry ids that were issued, each with the public token for which it was requested. */
export type TelemetryIds = Expiring<string>

/** Returns what a call of this kind must carry in this project. Pure. */
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
  // If the fingerprint decides, only suspicious visitors need a captcha.
  const fingerprintDecides = telemetry && mode === 'DECISIONING'
  return { telemetry, captcha: captcha_required || (captcha_settings.enabled && !fingerprintDecides) }
}

const proofs = v.fallback(v.object({ captcha_token: v.optional(v.string()), dfp_telemetry_id: v.optional(v.string()) }), {})

/**
 * Creates the check that protected calls carry what the project requires. Each token and id is
 * valid for one call.
 */
export const createGuard =
  (project: Project, captchaTokens: CaptchaTokens, telemetryIds: TelemetryIds, workProofs: WorkProofs) =>
  /**
   * Refuses a call that lacks a proof. Returns an answer if the client should retry with a captcha.
   */
  async (guard: CallRules['guard'], body: unknown): Promise<Response | undefined> => {
    const demand = demands(guard, project)
    const { captcha_token, dfp_telemetry_id = '' } = v.parse(proofs, body)
    if (demand.telemetry) {
      telemetryIds.find(dfp_telemetry_id) ?? refuse('telemetry_id_not_found')
      telemetryIds.spend(dfp_telemetry_id)
    }
    if (!demand.captcha) return
    const { kind, siteKey = '' } = project.captcha_settings
    // Plain text, as the provider sends it: clients recognize the answer by this text
    // (docs/internals/protocol.md#fraud-protection).
    if (!captcha_token) return project.backend ? refusal('captcha_required') : new Response('Captcha required', { status: 403 })
    const made = captchaTokens.find(captcha_token)
    captchaTokens.spend(captcha_token)
    const counts =
      project.backend && kind === 'proof_of_work'
        ? await workProofs.spend(captcha_token)
        : made?.siteKey === siteKey && made.action === 'LOGIN'
    if (!counts) refuse(project.backend ? 'captcha_required' : 'captcha_failed')
  }

export type Guard = ReturnType<typeof createGuard>
