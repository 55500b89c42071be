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
  SecondFactor: true,
  SecondFactorConfirmation: true,
  Account: true,
  AccountDestination: true,
  AccountCode: true,
  AccountApp: true,
  AccountRecoveryCodes: true,
  CryptoConnect: true,
  CryptoSignMessage: true,
  CryptoOtherScreen: true,
  CryptoSetupWallet: true,
  CryptoError: true,
  CryptoConfirmation: true,
  UrlLogIn: true,
  Success: true,
  Error: true,
  IDPConsent: true,
}

/** Every screen of the map. A new screen does not compile until it is listed here. */
export const screenNames = Object.keys(names) as ScreenName[]
