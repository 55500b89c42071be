import * as v from 'valibot'
import { isTestToken } from '../requests/authorization.ts'
import { script } from './pages.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/** How long an id is valid: its call follows at once. */
const ID_MINUTES = 5

/** The script that a page loads: one global function. */
const telemetryScript = () => {
  const GetTelemetryID = async (publicToken: string, submitUrl: string) => {
    const body = JSON.stringify({ public_token: publicToken })
    const answer = await fetch(submitUrl, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
    if (!answer.ok) throw new Error(`Telemetry answered ${answer.status}`)
    return (await answer.json()).telemetry_id as string
  }
  Object.assign(window, { GetTelemetryID })
}

/**
 * Serves a stand-in for the provider's device telemetry: `/telemetry.js`, which submits to
 * `/submit`. It examines nothing.
 */
export const serveTelemetry = ({ page, json }: Router, { telemetryIds }: Parts) => {
  page('GET /telemetry.js', () => script(telemetryScript))

  json('POST /submit', v.object({ public_token: v.string() }), ({ public_token }) => {
    if (!isTestToken(public_token)) refuse('unauthorized_credentials')
    const telemetry_id = crypto.randomUUID()
    telemetryIds.put(telemetry_id, public_token, ID_MINUTES)
    return { telemetry_id }
  })
}
