import { cookieLine, cookieName } from '../hostCookies.ts'
import { cookiesOf } from '../cookies.ts'
import { digest } from '../digest.ts'

/** The cookie that tells a browser from others. It proves nothing about who uses it. */
const COOKIE = 'latchkey_browser'

/** Browsers keep no cookie longer (RFC 6265bis, section 5.5), in seconds. */
const LIFE = 400 * 86_400

const secretIn = ({ headers }: Request, secure: boolean): string | undefined => {
  const secret = cookiesOf(headers.get('cookie')).get(cookieName(COOKIE, { secure })) ?? ''
  return /^[\da-f-]{36}$/.test(secret) ? secret : undefined
}

/** Returns the digest that names the browser of a request, or undefined if it has no cookie yet. */
export const browserOf = async (request: Request, secure: boolean): Promise<string | undefined> => {
  const secret = secretIn(request, secure)
  return secret && digest(secret)
}

/** Creates the function that names a visitor's browser, and gives it a cookie if it has none. */
export const createBrowser = (request: Request, setCookie: (line: string) => void, secure: boolean) => {
  let named: Promise<string> | undefined
  const name = () => {
    const known = secretIn(request, secure)
    const secret = known ?? crypto.randomUUID()
    if (!known) setCookie(cookieLine(COOKIE, secret, { secure, seconds: LIFE }))
    return digest(secret)
  }
  return (): Promise<string> => (named ??= name())
}
