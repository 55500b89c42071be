import type { SiweParams } from '../../../api/cryptoWallets.ts'
import { refuse } from '../requests/refusal.ts'

/** The fields of the message that the caller cannot choose. */
interface MessageDetails {
  /** With its checksum (EIP-55). */
  address: string
  /** At least eight letters and digits. */
  nonce: string
  /** RFC 3339. */
  issued_at: string
  /** The origin of the page that makes the call. */
  origin: string
}

const isUri = (text: string) => URL.canParse(text) && !/\s/.test(text)
const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Returns a Sign-In with Ethereum message (EIP-4361), and the parameters in it: the given ones, and
 * defaults for the others. Refuses a parameter that is not valid: a line break in one would create
 * a line of its own.
 */
export const siweMessage = (params: SiweParams, details: MessageDetails) => {
  const uri = params.uri ?? details.origin
  const domain = params.domain ?? (URL.canParse(uri) ? new URL(uri).host : '')
  const { chain_id = '1', statement, issued_at = details.issued_at, not_before, message_request_id, resources } = params
  if (!isUri(uri)) refuse('invalid_siwe_uri')
  if (!/^[^\s/?#]+$/.test(domain)) refuse('invalid_siwe_domain')
  if (!/^\d+$/.test(chain_id)) refuse('invalid_siwe_chain_id')
  if (statement?.includes('\n')) refuse('invalid_siwe_statement')
  if (![issued_at, not_before].every((time) => time === undefined || isTime(time))) refuse('invalid_argument')
  if (/\s/.test(message_request_id ?? '')) refuse('invalid_siwe_message_request_id')
  if (!(resources ?? []).every(isUri)) refuse('invalid_siwe_resource')
  const message = [
    `${domain} wants you to sign in with your Ethereum account:`,
    details.address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chain_id}`,
    `Nonce: ${details.nonce}`,
    `Issued At: ${issued_at}`,
    ...(not_before === undefined ? [] : [`Not Before: ${not_before}`]),
    ...(message_request_id === undefined ? [] : [`Request ID: ${message_request_id}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n')
  return { message, params: { domain, uri, chain_id, statement, issued_at, not_before, message_request_id, resources } }
}
