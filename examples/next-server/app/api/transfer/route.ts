import { verifySession } from 'latchkey/server'
import { careful } from '../../../session'

/**
 * Something that a session which was revoked a minute ago must not do, and that no other site may
 * cause (CSRF).
 */
export async function POST(request: Request) {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return Response.json({ error: 'cross_site' }, { status: 403 })
  const result = await verifySession(request, careful)
  if (!result.ok) return Response.json({ error: result.code }, { status: result.status })
  return Response.json({ user_id: result.session.user_id, done: true })
}
