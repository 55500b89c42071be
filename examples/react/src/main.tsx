import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LatchkeyProvider } from 'latchkey/react'
import { App } from './App'
import './page.css'

// In production, set STYTCH_PUBLIC_TOKEN to your project's public token when you build, and leave
// STYTCH_BASE_URL out.
const { STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL } = import.meta.env

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <LatchkeyProvider publicToken={STYTCH_PUBLIC_TOKEN} options={{ customBaseUrl: STYTCH_BASE_URL }}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
)
