import type { User } from '@stytch/vanilla-js'
import type { IncomingMessage } from 'node:http'
import { loadStytch } from '~/lib/loadStytch'

type Request = IncomingMessage & { cookies: Partial<Record<string, string>> }

/** Who sends a request, or null. */
export const guestOf = async ({ cookies }: Request) => {
  const token = cookies.stytch_session
  if (!token) return null
  try {
    const { user } = await loadStytch().sessions.authenticate({ session_token: token })
    return user
  } catch {
    return null
  }
}

export const firstNameOf = (user: Pick<User, 'name' | 'emails'>) => user.name?.first_name || user.emails[0]?.email
