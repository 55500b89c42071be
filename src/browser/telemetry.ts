import { loadScript } from './script.ts'

/**
 * Returns the id under which the provider's script has reported this device to its backend
 * (docs/internals/protocol.md#fraud-protection).
 */
export async function telemetryId(script: string, publicToken: string, backend: string, nonce?: string): Promise<string> {
  await loadScript(script, nonce)
  return (window as unknown as { GetTelemetryID(publicToken: string, submit: string): Promise<string> }).GetTelemetryID(
    publicToken,
    `${backend}/submit`,
  )
}
