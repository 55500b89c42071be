import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'

export const client = new StytchHeadlessClient('public-token-test-loyalty-card')
