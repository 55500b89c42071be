import type { Authenticated, User } from '../../../api/entities.ts'
import { createExpiring, randomToken, type Ending } from '../state/expiring.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest } from '../requests/router.ts'
import type { StateParts } from '../state/stateParts.ts'
import type { CustomClaims } from './customClaims.ts'
import { objects } from '../state/storeMap.ts'

/**
 * The cookies that no script can read: of a first factor that is not enough, and of a device that
 * its user trusts.
 */
const FACTOR_COOKIE = 'latchkey_first_factor'
const DEVICE_COOKIE = 'latchkey_trusted_device'

/** How long a first factor counts, and how long a device is trusted, in minutes. */
const FACTOR_MINUTES = 10
const DEVICE_MINUTES = 30 * 24 * 60

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A first factor, with what its session will have. */
interface FirstFactor {
  user_id: string
  proof: { type: string; delivery_method: string } & Record<string, unknown>
  minutes?: number
  claims?: CustomClaims
}

const appOf = ({ totps }: User) => totps.find(({ verified }) => verified)?.totp_id

type CookieRequest = Pick<ApiRequest, 'cookies'>

/**
 * Keeps the first factors of users who have to prove a second one before their session begins, as a
 * host's own server does (docs/internals/protocol.md#a-second-factor-before-the-session).
 */
export const createFirstFactors = ({ clock, project, users, stores }: StateParts) => {
  const factors = createExpiring<FirstFactor>(clock)
  /** For which authenticator app, by its id: one that takes its place is asked again. */
  const trustedDevices = createExpiring<string>(
    clock,
    stores.map('trusted_devices', objects<Ending<string>>({ value: 'string', until: 'number' })),
  )
  return {
    /**
     * Keeps a first factor if it is not enough. Returns the answer to it then. Only for browsers: a
     * server that signs a user in has decided that itself.
     */
    hold: ({ cookies }: CookieRequest, user: User, rest: Omit<FirstFactor, 'user_id'>): Partial<Authenticated> | undefined => {
      if (project.second_factor !== 'before_session' || !cookies) return
      const app = appOf(user)
      if (!app || (project.trusted_devices && trustedDevices.find(cookies.get(DEVICE_COOKIE) ?? '') === app)) return
      const token = randomToken()
      factors.put(token, { user_id: user.user_id, ...rest }, FACTOR_MINUTES)
      cookies.set(FACTOR_COOKIE, token, inMinutes(FACTOR_MINUTES))
      const { trusted_devices } = project
      return { second_factor_required: true, methods: ['totp', 'backup_code'], trusted_device: trusted_devices } as object
    },

    /**
     * Returns the first factor of a browser, if there is one. Refuses one that was too long ago.
     */
    of: ({ cookies }: CookieRequest): (FirstFactor & { user: User }) | undefined => {
      const token = cookies?.get(FACTOR_COOKIE)
      if (project.second_factor !== 'before_session' || token === undefined) return
      const first = factors.find(token) ?? refuse('second_factor_expired')
      return { ...first, user: users.requireById(first.user_id) }
    },

    /** Ends the wait of a first factor: the second was proved. */
    release: ({ cookies }: CookieRequest, { user }: { user: User }, trust: boolean | undefined) => {
      factors.spend(cookies!.get(FACTOR_COOKIE)!)
      cookies!.remove(FACTOR_COOKIE)
      const app = appOf(user)
      if (!trust || !project.trusted_devices || !app) return
      const token = randomToken()
      trustedDevices.put(token, app, DEVICE_MINUTES)
      cookies!.set(DEVICE_COOKIE, token, inMinutes(DEVICE_MINUTES))
    },
  }
}

export type FirstFactors = ReturnType<typeof createFirstFactors>
