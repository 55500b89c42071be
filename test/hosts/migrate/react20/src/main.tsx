import {
  createStytchClient,
  defaultDarkTheme,
  defaultTheme,
  OTPMethods,
  Products,
  StytchLogin,
  StytchProvider,
  useStytchUser,
  withStytch,
  type PresentationConfig,
  type StytchClient,
  type StytchProps,
} from '@stytch/react'
import { createRoot } from 'react-dom/client'

const stytch = createStytchClient('public-token-test-react20')

const presentation: PresentationConfig = {
  theme: [{ ...defaultTheme, primary: '#5b21b6', ring: '#5b21b6' }, defaultDarkTheme],
  options: { hideHeaderText: true },
}
const props: StytchProps = { config: { products: [Products.otp], otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 5 } } }

const SignOut = withStytch<{ label: string }>(({ stytch: client, label }: { stytch: StytchClient; label: string }) => (
  <button type="button" onClick={() => client.session.revoke()}>
    {label}
  </button>
))

const App = () => {
  const { user } = useStytchUser()
  if (!user) return <StytchLogin {...props} presentation={presentation} />
  return (
    <>
      <p>Hello {user.emails[0]?.email}</p>
      <SignOut label="Sign out" />
    </>
  )
}

createRoot(document.querySelector('#app')!).render(
  <StytchProvider stytch={stytch}>
    <App />
  </StytchProvider>,
)
