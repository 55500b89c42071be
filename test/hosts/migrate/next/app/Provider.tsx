'use client'
import { createStytchClient, StytchProvider } from '@stytch/nextjs'
import type { ReactNode } from 'react'

// The server imports this module too.
const stytch = createStytchClient('public-token-test-next')

export const Provider = ({ children }: { children: ReactNode }) => <StytchProvider stytch={stytch}>{children}</StytchProvider>
