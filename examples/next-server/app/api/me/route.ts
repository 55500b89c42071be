import { verifySession } from 'latchkey/server'
import { options } from '../../../session'

/** Who is there, by the keys alone. */
export async function GET(request: Request) {
  const result = await verifySession(request, options)
  if (!result.ok) return Response.json({ error: result.code }, { status: result.status })
  return Response.json({ user_id: result.session.user_id })
}
