import { digest } from '../digest.ts'
import type { Asker } from './ask.ts'
import { userIn } from './entities.ts'
import { cookieLineOf, cookieNameOf, shortLived } from './plugin/context.ts'
import type { Sender } from './plugin/index.ts'
import { text } from './entities.ts'

/** A confirmation has to be opened by then, in ms, to keep the password of the sign-up. */
const LIFE = 24 * 3600_000

const COOKIE = 'latchkey_sign_up'

const rowOf = async (secret: string) => `latchkey-sign-up-${await digest(secret)}`

/**
 * Notes in a browser that it has made an account whose address has to be confirmed. A stranger can
 * sign up with somebody's address: a confirmation without this note keeps no password.
 */
export const noteSignUp = async (asker: Asker, userId: string): Promise<void> => {
  const context = await asker.auth.$context
  const rows = shortLived(context)
  const secret = crypto.randomUUID()
  await rows.add(await rowOf(secret), userId, LIFE)
  asker.visit.setCookie(cookieLineOf(context, COOKIE, secret, LIFE))
}

/** Returns the users whose accounts this browser has made, by its note or its session. */
export const makerIn = async (asker: Asker): Promise<Sender> => {
  const context = await asker.auth.$context
  const secret = asker.cookie(cookieNameOf(context, COOKIE))
  const note = secret ? await shortLived(context).find(await rowOf(secret)) : undefined
  return { userIds: [text((await userIn(asker))?.id), text(note?.value)].filter(Boolean) }
}
