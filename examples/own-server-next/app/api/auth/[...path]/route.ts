import { answer, auth } from '../../../../auth'

/**
 * Better Auth's own routes, and below `widget` those that the form calls, which is its `backend`.
 */
const handle = (request: Request) =>
  new URL(request.url).pathname.startsWith('/api/auth/widget/') ? answer(request) : auth.handler(request)

export { handle as DELETE, handle as GET, handle as POST, handle as PUT }
