import { StytchProvider } from '@stytch/react'
import { createStytchUIClient } from '@stytch/react/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Account } from './Account'

const stytch = createStytchUIClient('public-token-test-react19')

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <StytchProvider stytch={stytch}>
      <Account />
    </StytchProvider>
  </StrictMode>,
)
