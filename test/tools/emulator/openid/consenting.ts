/** Whose session the page sends. */
export interface Visitor {
  /** Sends a call of the visitor's to the project. */
  call: (route: string, body?: unknown) => Promise<{ status: number; data: any; error: any }>
}

/**
 * The page to which an app sends a visitor, as that page would handle it: reads the app's request
 * from the URL, asks, and returns where the visitor goes.
 */
export const consent = async (visitor: Visitor, authorizationUrl: URL, { isGranted = true, base = '/idp' } = {}) => {
  const query = Object.fromEntries(authorizationUrl.searchParams)
  const resources = authorizationUrl.searchParams.getAll('resource')
  const { client_id, redirect_uri, response_type, scope = '', prompt, code_challenge, state, nonce } = query
  const request = { client_id, redirect_uri, response_type, scopes: scope.split(' '), prompt, ...(resources.length > 0 && { resources }) }
  const start = await visitor.call(`POST ${base}/oauth/authorize/start`, request)
  if (start.status !== 200) throw new Error(JSON.stringify(start.error))
  const submission = await visitor.call(`POST ${base}/oauth/authorize/submit`, {
    ...request,
    consent_granted: isGranted,
    code_challenge,
    state,
    nonce,
  })
  if (submission.status !== 200) throw new Error(JSON.stringify(submission.error))
  return { consent_required: start.data.consent_required as boolean, landing: new URL(submission.data.redirect_uri) }
}
