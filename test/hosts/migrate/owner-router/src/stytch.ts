import { createStytchUIClient } from '@stytch/react/ui'

export const stytch = createStytchUIClient(import.meta.env.VITE_STYTCH_PUBLIC_TOKEN, {
  cookieOptions: {
    opaqueTokenCookieName: 'members_session',
    jwtCookieName: 'members_session_jwt',
    path: '/',
    availableToSubdomains: false,
  },
})
