import { loadScript } from './script.ts'

/** The id under which the provider's script has told its backend about this device (wire.md 2.3). */
export async function telemetryId(script: string, publicToken: string, backend: string, nonce?: string): Promise<string> {
  await loadScript(script, nonce)
  return (window as unknown as { GetTelemetryID(publicToken: string, submit: string): Promise<string> }).GetTelemetryID(
    publicToken,
    `${backend}/submit`,
  )
}
