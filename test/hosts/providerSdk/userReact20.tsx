/** The provider's SDK for React, with its screens and hooks, in an application. */
import {
  createStytchClient,
  IdentityProvider,
  Products,
  StytchLogin,
  StytchPasskeyRegistration,
  StytchPasswordReset,
  StytchProvider,
  useStytchSession,
  useStytchUser,
} from '@stytch/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { arrangement, startPage, type Arrangement } from './page.ts'
import { optionsFor } from './options.ts'

const stytch = createStytchClient(...optionsFor(arrangement().api))
const withProducts = ({ products = [], ...config }: Arrangement['config']): any => ({
  ...config,
  products: products.map((name) => Products[name as keyof typeof Products]),
})

/** What the hooks say. */
const Hooks = () => {
  const { user } = useStytchUser()
  const { session } = useStytchSession()
  return <output id="hooks">{user && session ? `Signed in: ${user.user_id}` : 'Signed out'}</output>
}

const root = createRoot(document.getElementById('screen')!)
const render = (screen: ReactNode) =>
  root.render(
    <StytchProvider stytch={stytch}>
      <Hooks />
      {screen}
    </StytchProvider>,
  )

startPage({
  client: stytch,
  mount: {
    login: (config, callbacks) => render(<StytchLogin config={withProducts(config)} callbacks={callbacks as any} />),
    reset: (config, callbacks, token) =>
      render(<StytchPasswordReset config={withProducts(config)} callbacks={callbacks as any} passwordResetToken={token} />),
    'passkey registration': (config, callbacks) =>
      render(<StytchPasskeyRegistration config={withProducts(config)} callbacks={callbacks as any} />),
    consent: (callbacks) => render(<IdentityProvider callbacks={callbacks as any} />),
  },
  redeem: () => {
    render(null)
    return stytch.authenticateByUrl({ session_duration_minutes: 30 })
  },
})
