import type { PresentationConfig } from '@stytch/vanilla-js'

export const looks: PresentationConfig = { theme: { primary: '#5b21b6' } }
