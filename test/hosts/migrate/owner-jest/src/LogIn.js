import { StytchLogin } from '@stytch/react'
import { Products } from '@stytch/vanilla-js'

export const LogIn = () => <StytchLogin config={{ products: [Products.otp], otpOptions: { methods: ['email'], expirationMinutes: 5 } }} />
