import { HTTPException } from 'hono/http-exception'
import { requestId } from '../requests/refusal.ts'
import type { MetadataErrorCode } from './clientMetadata.ts'

/**
 * The error codes of RFC 6749, section 5.2; RFC 6750, section 3.1; RFC 7009, section 2.2.1; RFC
 * 8707, section 2; and those of metadata.
 */
export type OAuthErrorCode =
  | MetadataErrorCode
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'insufficient_scope'

const statuses: Partial<Record<OAuthErrorCode, number>> = { invalid_client: 401, invalid_token: 401, insufficient_scope: 403 }

/**
 * Answers an app. The provider adds its own fields. Nobody may store the answer (RFC 6749, section
 * 5.1).
 */
export const answerOAuth = (fields: object, status = 200, headers: Record<string, string> = {}) =>
  Response.json(
    { ...fields, request_id: requestId(), status_code: status },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  )

/**
 * Ends the request of an app with an error of OAuth. `description` is in ASCII without quotes (RFC
 * 6749, section 5.2).
 */
export function refuseOAuth(error: OAuthErrorCode, error_description: string, headers: Record<string, string> = {}): never {
  const status = statuses[error] ?? 400
  const error_uri = 'https://www.rfc-editor.org/rfc/rfc6749#section-5.2'
  const res = answerOAuth({ error, error_description, error_uri }, status, headers)
  throw new HTTPException(status as 400, { message: `${error}: ${error_description}`, res })
}
