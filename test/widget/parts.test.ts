/** Every screen of the map is in the chunk that its name leads to. */
import '../harness/dom.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ScreenName } from '../../src/ui/map.ts'
import { home } from '../../src/widget/parts.ts'

/** By type complete: a screen that is new on the map does not compile before it is here. */
const names: Record<Exclude<ScreenName, 'Main'>, true> = {
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
  IDPConsent: true,
  Arrival: true,
  Success: true,
  Error: true,
}

for (const name of Object.keys(names) as ScreenName[]) {
  test(name, async () => {
    const { screens } = await home(name).load()
    assert.type(screens[name], 'function')
  })
}

test.run()
