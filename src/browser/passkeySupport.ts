/** How long the browser may take to say what it can do, in ms. What stands for it in a page may never answer. */
const PATIENCE = 1000

/** Whether this browser has passkeys at all: a web view may not, a page on plain http does not. An element that is called so is none. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Whether this browser offers passkeys in the list under a field (WebAuthn, section 5.1.7, `conditionalGet`). No answer in time is a no. */
export const supportsAutofill = (): Promise<boolean> =>
  new Promise((done) => {
    const timer = setTimeout(() => done(false), PATIENCE)
    const ask = async () => PublicKeyCredential.isConditionalMediationAvailable()
    ask().then(
      (yes) => (clearTimeout(timer), done(yes === true)),
      () => (clearTimeout(timer), done(false)),
    )
  })
