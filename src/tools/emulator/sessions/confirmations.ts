import * as v from 'valibot'
import type { Call } from '../../../api/call.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Clock } from '../state/clock.ts'
import { createExpiring } from '../state/expiring.ts'
import type { Project } from '../state/project.ts'
import type { Sessions } from './sessions.ts'

/** Wrong tries to confirm who is signed in, by session, and how long they count, in minutes. */
const MOST_TRIES = 5
const LIFE = 60

const flag = v.object({ confirm_session: v.optional(v.boolean()) })

/**
 * Returns a router whose calls also confirm who is signed in, as at a host's own server
 * (docs/internals/protocol.md#a-confirmation): only by a proof of the same user, and five wrong
 * tries wait.
 */
export const confirmingRouter = (
  router: Router,
  { clock, project, sessions }: { clock: Clock; project: Project; sessions: Sessions },
): Router => {
  const tries = createExpiring<number>(clock)
  const on: Router['on'] = (call, schema, handle, access) => {
    if (!call.signsIn) return router.on(call, schema, handle, access)
    router.on(
      call as Call<v.InferOutput<typeof flag>, never>,
      v.intersect([schema, flag]) as never,
      (async (body: never, request: Parameters<typeof handle>[1]) => {
        if (!project.backend || !(body as v.InferOutput<typeof flag>).confirm_session) return handle(body, request)
        const { user, session } = sessions.require(request)
        const count = tries.find(session.session_id) ?? 0
        if (count >= MOST_TRIES) refuse('user_lock_limit_reached')
        tries.put(session.session_id, count + 1, LIFE)
        const result = (await handle(body, request)) as { user_id?: string; session_token?: string }
        if (result.user_id !== user.user_id) {
          sessions.revoke(result.session_token ?? '')
          refuse('confirmation_refused')
        }
        tries.spend(session.session_id)
        return result
      }) as never,
      access,
    )
  }
  return { ...router, on }
}
