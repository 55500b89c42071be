import { Products, type StytchLoginConfig } from '@stytch/vanilla-js'

/** The ways to sign in, by name, as a flag of the host lists them. */
const all: Record<string, StytchLoginConfig['products'][number]> = {
  codes: Products.otp,
  links: Products.emailMagicLinks,
  passkeys: Products.passkeys,
}

export const methods = ['codes'].map((name) => all[name]!)
