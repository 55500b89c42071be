/** What a client can tell the store of passkeys of the browser, by the Signal API of WebAuthn. */
export interface PasskeyNotices {
  /** Tells it that the provider does not know a passkey, so that it stops offering it. */
  tellUnknown(domain: string, credential: unknown): Promise<void>
  /**
   * Tells it all passkeys of a domain that the provider accepts from the user who is signed in:
   * `passkey` is the one that they have signed in with.
   */
  tellAccepted(domain?: string, passkey?: unknown): Promise<void>
  /** Deletes a passkey with `remove`, and tells it which one. */
  deleteAndTell<Result>(webauthn_registration_id: string, remove: () => Promise<Result>): Promise<Result>
  /** Tells it what to call the user who is signed in, in its lists of passkeys. */
  tellDetails(): void
}
