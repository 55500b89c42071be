/**
 * How long to wait for the browser's answer, in ms. An extension that replaces this API may never
 * answer.
 */
const SUPPORT_TIMEOUT = 1000

/**
 * Returns whether this browser has passkeys at all. Some web views and all pages on plain http have
 * none. A page may have an element with the id `PublicKeyCredential`.
 */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/**
 * Returns whether this browser offers passkeys in the autofill of a field (WebAuthn, section 5.1.7,
 * `conditionalGet`). False if it does not answer in time.
 */
export const supportsAutofill = (): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), SUPPORT_TIMEOUT)
    const ask = async () => PublicKeyCredential.isConditionalMediationAvailable()
    ask().then(
      (yes) => (clearTimeout(timer), resolve(yes === true)),
      () => (clearTimeout(timer), resolve(false)),
    )
  })
