import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LatchkeyProvider } from 'latchkey/react'
import { App } from './App.jsx'

createRoot(document.querySelector('#app')).render(
  <StrictMode>
    <LatchkeyProvider publicToken="public-token-test-example" options={{ customBaseUrl: 'http://localhost:4100' }}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
)
