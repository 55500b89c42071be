import { Login, type LoginConfig } from 'latchkey/react'
import { BASE_URL } from '../auth'

/**
 * The form, which leads to `successURL`. The links of mails lead to the form again, at `here`. A
 * server component: the form is in the HTML that the server sends.
 */
export function LogIn({ here, successURL }: { here: string; successURL: string }) {
  const page = BASE_URL + here
  const config: LoginConfig = {
    products: ['passkeys', 'emailMagicLinks', 'passwords'],
    successURL,
    emailMagicLinksOptions: { loginRedirectURL: page, signupRedirectURL: page },
    passwordOptions: { resetPasswordRedirectURL: `${BASE_URL}/` },
  }
  return (
    <main className="form">
      <Login config={config} />
    </main>
  )
}
