import { text, texts } from '../api/kinds.ts'
import { base64url, bytes } from './base64.ts'
import { bytesOf } from './bytesOf.ts'
import { fault } from './ceremonyErrors.ts'

/**
 * The options of a ceremony of either kind (WebAuthn, sections 5.1.9 and 5.1.10); they differ only
 * in their members.
 */
export type CeremonyOptions = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions

/**
 * Parses the options that the provider sends, and decodes their base64url members. Throws a typed
 * error if they cannot be parsed.
 */
export function readOptions(json: string): CeremonyOptions {
  try {
    const options = JSON.parse(json)
    options.challenge = bytes(options.challenge)
    for (const part of [options.user, ...(options.excludeCredentials || []), ...(options.allowCredentials || [])])
      if (part) part.id = bytes(part.id)
    return options
  } catch (cause) {
    throw fault('Invalid response from our servers.', 'invalid_response', cause)
  }
}

const buffers = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const

/** What an answer cannot do without: what the visitor's device has signed, or the new key. */
const essentials = [
  ['clientDataJSON', 'attestationObject'],
  ['clientDataJSON', 'authenticatorData', 'signature'],
] as const

/**
 * Encodes a credential as the JSON that the provider takes (WebAuthn, section 5.1). A password
 * manager in the browser's place may leave out what can be told from the rest. Throws a typed error
 * for anything else.
 */
export function writeCredential(answer: unknown): string {
  try {
    const credential = answer as PublicKeyCredential
    const response = credential.response as AuthenticatorAttestationResponse & Record<(typeof buffers)[number], ArrayBuffer | null>
    const encode = (buffer: unknown) => {
      const bytes = bytesOf(buffer)
      return bytes?.length ? base64url(bytes) : undefined
    }
    const parts = Object.fromEntries(buffers.map((name) => [name, encode(response[name])]))
    const id = text(credential.id) || encode(credential.rawId)
    if (!id || !essentials.some((names) => names.every((name) => parts[name]))) throw new TypeError('A part is missing.')
    return JSON.stringify({
      type: text(credential.type) || 'public-key',
      id,
      rawId: encode(credential.rawId) || id,
      authenticatorAttachment: credential.authenticatorAttachment,
      response: { ...parts, transports: texts(response.getTransports?.()) },
      clientExtensionResults: credential.getClientExtensionResults?.() ?? {},
    })
  } catch (cause) {
    throw fault('The passkey gave no answer that can be used. Try again, or use another one.', 'passkey_unreadable', cause)
  }
}

/** Returns whether a ceremony has ended with a credential that can be sent. */
export const isCredential = (answer: unknown): boolean => {
  try {
    return !!writeCredential(answer)
  } catch {
    return false
  }
}
