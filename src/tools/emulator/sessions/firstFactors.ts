import type { Authenticated, User } from '../../../api/entities.ts'
import { createExpiring, randomToken, type Ending } from '../state/expiring.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest } from '../requests/router.ts'
import type { Clock } from '../state/clock.ts'
import type { CustomClaims } from './customClaims.ts'
import type { Project } from '../state/project.ts'
import type { Stores } from '../state/stores.ts'
import type { Users } from '../state/users.ts'
import { objects } from '../state/keptMap.ts'

/** The cookies that no script can read: of a first factor that is not enough, and of a device that its user trusts. */
const HELD = 'latchkey_first_factor'
const TRUSTED = 'latchkey_trusted_device'

/** How long a first factor counts, and how long a device is trusted, in minutes. */
const HELD_MINUTES = 10
const TRUSTED_MINUTES = 30 * 24 * 60

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A first factor, with what its session will have. */
interface FirstFactor {
  user_id: string
  proof: { type: string; delivery_method: string } & Record<string, unknown>
  minutes?: number
  claims?: CustomClaims
}

type Asked = Pick<ApiRequest, 'cookies'>

/** Keeps the first factors of users who have to prove a second one before their session begins, as a host's own server does (docs/internals/protocol.md#a-second-factor-before-the-session). */
export const createFirstFactors = (clock: Clock, project: Project, users: Users, stores: Stores) => {
  const held = createExpiring<FirstFactor>(clock)
  const trusted = createExpiring<string>(
    clock,
    stores.map('trusted_devices', objects<Ending<string>>({ value: 'string', until: 'number' })),
  )
  return {
    /** Keeps a first factor if it is not enough. Returns the answer to it then. Only for browsers: a server that signs a user in has decided that itself. */
    hold: ({ cookies }: Asked, user: User, rest: Omit<FirstFactor, 'user_id'>): Partial<Authenticated> | undefined => {
      if (project.second_factor !== 'before_session' || !cookies || !user.totps.some(({ verified }) => verified)) return
      if (project.trusted_devices && trusted.find(cookies.get(TRUSTED) ?? '') === user.user_id) return
      const token = randomToken()
      held.put(token, { user_id: user.user_id, ...rest }, HELD_MINUTES)
      cookies.set(HELD, token, inMinutes(HELD_MINUTES))
      const { trusted_devices } = project
      return { second_factor_required: true, methods: ['totp', 'backup_code'], trusted_device: trusted_devices } as object
    },

    /** Returns the first factor of a browser, if there is one. Refuses one that was too long ago. */
    of: ({ cookies }: Asked): (FirstFactor & { user: User }) | undefined => {
      const token = cookies?.get(HELD)
      if (project.second_factor !== 'before_session' || token === undefined) return
      const first = held.find(token) ?? refuse('second_factor_expired')
      return { ...first, user: users.required(first.user_id) }
    },

    /** Ends the wait of a first factor: the second was proved. */
    release: ({ cookies }: Asked, { user_id }: FirstFactor, trust: boolean | undefined) => {
      held.spend(cookies!.get(HELD)!)
      cookies!.remove(HELD)
      if (!trust || !project.trusted_devices) return
      const token = randomToken()
      trusted.put(token, user_id, TRUSTED_MINUTES)
      cookies!.set(TRUSTED, token, inMinutes(TRUSTED_MINUTES))
    },
  }
}

export type FirstFactors = ReturnType<typeof createFirstFactors>
