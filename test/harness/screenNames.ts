import type { ScreenName } from '../../src/ui/map.ts'

const names: Record<ScreenName, true> = {
  Main: true,
  EmailConfirmation: true,
  OTPAuthenticate: true,
  OTPConfirmation: true,
  PasswordCreateOrLogin: true,
  PasswordForgot: true,
  PasswordBreached: true,
  PasswordSetNew: true,
  PasswordDedupe: true,
  PasswordConfirmation: true,
  PasswordResetForm: true,
  PasskeyConfirmation: true,
  PasskeyRegistrationStart: true,
  PasskeyRegistrationSuccess: true,
  CryptoConnect: true,
  CryptoSignMessage: true,
  CryptoOtherScreen: true,
  CryptoSetupWallet: true,
  CryptoError: true,
  CryptoConfirmation: true,
  Arrival: true,
  Success: true,
  Error: true,
  IDPConsent: true,
}

/** Every screen of the map: one that is new there does not compile before it is here. */
export const screenNames = Object.keys(names) as ScreenName[]
