import { StytchUIClient } from '@stytch/vanilla-js'

export const client = new StytchUIClient('public-token-test-reading-room')

/** @param {import('@stytch/vanilla-js').User | null} user */
export const nameOf = (user) => (user ? user.name.first_name || user.emails[0].email : '')
