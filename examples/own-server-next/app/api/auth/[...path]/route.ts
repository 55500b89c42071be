import { answer, routes } from '../../../../auth'

/** The calls of the form, whose `backend` is `/api/auth/widget`, and the routes for others. */
const handle = (request: Request) => (new URL(request.url).pathname.startsWith('/api/auth/widget/') ? answer(request) : routes(request))

export { handle as DELETE, handle as GET, handle as POST, handle as PUT }
