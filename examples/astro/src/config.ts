import type { LoginConfig } from 'latchkey'

/** The form that is in the page and the widget that takes it over have the same options. */
export const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] }, successURL: '/account' }
