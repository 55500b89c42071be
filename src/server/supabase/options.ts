import type { BridgeOptions } from '../bridge/handler.ts'
import type { MailOptions, OwnLimits, PasswordOptions } from '../own/options.ts'
import type { Store } from '../own/store.ts'

/** Options of `supabaseServer`. */
export interface SupabaseOptions extends Pick<BridgeOptions, 'isPage' | 'onError' | 'botCheck'> {
  /** The URL of your project: `https://abcdefgh.supabase.co`. */
  url: string
  /**
   * The publishable key (`sb_publishable_...`), or the older `anon` key. A secret key is refused:
   * visitors need no more than this.
   */
  key: string
  /** The origin of your pages: `https://shop.example`. */
  baseURL: string
  /**
   * The page with the widget that mails and other providers lead to, if the page that asked named
   * none. Default: `/`.
   */
  loginPage?: string
  /** Passwords, with resets. False: none. Set `shortest` to what the project asks for. */
  passwords?: Pick<PasswordOptions, 'shortest' | 'isWeak'> | false
  /** Links by email. False: none. Default: on. */
  links?: boolean
  /** Codes by email, with the time that the project has for them (default: 60). False: none. */
  codes?: MailOptions | false
  /** Sign-in with other providers, which are turned on in the project. False: none. */
  socialSignIn?: boolean
  /**
   * Where counts, mails and proven addresses are kept. `pgStore` with the project's own database
   * holds for several processes, and after a restart. Default: in the memory of this process.
   */
  store?: Store
  /** Limits of this server, beside those of Supabase. */
  limits?: OwnLimits
  /**
   * Keeps sessions in the cookies of `@supabase/ssr`, for scripts of your pages that query the
   * database as the visitor. Scripts can then read the tokens, so one that an attacker brings in
   * takes the session with it. Default false: only your server reads them.
   */
  readableCookies?: boolean
  /** The project's name, for screens that name it. */
  projectName?: string
  /**
   * Keeps a serverless function alive until work is done that no answer waits for: `waitUntil` of
   * your platform, or `after` of Next.js. A server that runs on needs none.
   */
  waitUntil?(work: Promise<unknown>): unknown
}

/** What a visitor's own requests to Supabase need. */
export interface SupabaseAccess {
  /** The access token, for the header `Authorization` or the option `accessToken` of a client. */
  accessToken: string
}
