import { OTPMethods, Products } from '@stytch/vanilla-js'
import type { StytchLoginConfig } from '@stytch/vanilla-js'

export const config: StytchLoginConfig = {
  products: [Products.otp],
  otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 10 },
  sessionOptions: { sessionDurationMinutes: 120 },
}
