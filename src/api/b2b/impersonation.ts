import { guardedSignIn } from './call.ts'
import type { MemberAuthentication } from './entities.ts'

/** `client.impersonation`. */
export const impersonation = {
  /**
   * Signs an administrator in as the member for whom the token was created
   * (`stytch_token_type=multi_tenant_impersonation`).
   */
  authenticate: guardedSignIn('impersonation/authenticate')<
    {
      /** The token from the URL. */
      impersonation_token: string
    },
    MemberAuthentication
  >({
    needs: { impersonation_token: 'string' },
  }),
}
