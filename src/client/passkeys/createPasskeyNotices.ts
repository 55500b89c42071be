import type { User } from '../../api/entities.ts'
import { base64url, utf8 } from '../../browser/base64.ts'
import { pageState } from '../../browser/pageState.ts'
import type { Core } from '../core.ts'
import type { PasskeyNotices } from './PasskeyNotices.ts'

// What the client tells the browser about passkeys, so that its lists show what is true
// (WebAuthn Level 3, section 5.1.10). Browsers that do not listen are not told, and nobody notices
// a failure.
// Loads when there is something to tell. It imports no call: a host's bundler would keep that call
// for clients without passkeys.

/** The methods of `PublicKeyCredential` that hear it. */
interface Listener {
  signalUnknownCredential(about: { rpId: string; credentialId: string }): Promise<void>
  signalAllAcceptedCredentials(about: { rpId: string; userId: string; allAcceptedCredentialIds: string[] }): Promise<void>
  signalCurrentUserDetails(about: { rpId: string; userId: string; name: string; displayName: string }): Promise<void>
}

const listener = () => (globalThis.PublicKeyCredential as Partial<Listener> | undefined) || {}

const tell = async <Name extends keyof Listener>(name: Name, about: Parameters<Listener[Name]>[0]): Promise<void> => {
  try {
    await listener()[name]?.(about as never)
  } catch {}
}

const signalUnknown = (rpId: string, credentialId: string) => tell('signalUnknownCredential', { rpId, credentialId })

/** Tells the browser that the provider does not know a passkey, so that it stops offering it. */
const tellUnknown = (domain: string, credential: unknown): Promise<void> => signalUnknown(domain, (credential as Credential).id)

/**
 * Returns the user handle: what a passkey says, or else what the provider gives a device, unless
 * the host has chosen another. The browser ignores what it is told about a handle that it does not
 * know.
 */
const handleOf = ({ user_id }: User, passkey?: unknown) => {
  const { userHandle } = ((passkey as PublicKeyCredential | undefined)?.response || {}) as Partial<AuthenticatorAssertionResponse>
  return base64url(userHandle ? new Uint8Array(userHandle) : utf8(user_id))
}

const registrationsOf = ({ webauthn_registrations = [] }: Partial<User>) => webauthn_registrations

/**
 * Creates the functions that tell the browser. `acceptedIds` asks the provider for the ids of the
 * passkeys of a domain with which the user who is signed in can sign in; undefined if it does not
 * say.
 */
export function createPasskeyNotices({ status }: Core, acceptedIds: (domain: string) => Promise<string[] | undefined>): PasskeyNotices {
  /**
   * Tells the browser all passkeys of a domain that the provider accepts from the user who is
   * signed in. The browser hides all others, so an incomplete list is never sent: the records of
   * the user, which have no credential ids, have to be as many as the ids. `passkey` is the passkey
   * that the user has signed in with, `ids` what is already known.
   */
  async function tellAccepted(domain: string = location.hostname, passkey?: unknown, ids?: string[]): Promise<void> {
    if (!listener().signalAllAcceptedCredentials) return
    const recordsNow = () => {
      const { user } = status.now
      // the provider does not know a passkey that is being created, which would be hidden
      return (
        !pageState().creating &&
        user && { user, count: registrationsOf(user).filter((one) => one.domain === domain && one.verified !== false).length }
      )
    }
    const before = recordsNow()
    if (!before) return
    const credentialIds = ids || (before.count ? await acceptedIds(domain) : [])
    // the visitor may have created a passkey meanwhile, signed out, or signed in as somebody else
    const after = recordsNow()
    if (!after || after.user.user_id !== before.user.user_id || after.count !== credentialIds?.length) return
    await tell('signalAllAcceptedCredentials', {
      rpId: domain,
      userId: handleOf(after.user, passkey),
      allAcceptedCredentialIds: credentialIds,
    })
  }

  /**
   * Deletes a passkey with `remove`, and tells the browser. The provider does not say which
   * credential belongs to a record: it is the one that the provider accepts before the deletion and
   * not after it.
   */
  async function deleteAndTell<Result>(id: string, remove: () => Promise<Result>): Promise<Result> {
    const { user } = status.now
    const domain = user && registrationsOf(user).find((one) => one.webauthn_registration_id === id)?.domain
    const before = domain && listener().signalUnknownCredential && (await acceptedIds(domain))
    const answer = await remove()
    const report = async () => {
      const ids = before && (await acceptedIds(domain))
      if (!ids) return
      for (const id of before) if (!ids.includes(id)) void signalUnknown(domain, id)
      await tellAccepted(domain, undefined, ids)
    }
    void report()
    return answer
  }
  /** Tells the browser what to call the user who is signed in, in its lists of passkeys. */
  function tellDetails(): void {
    const { user } = status.now
    if (!user) return
    const { emails = [], phone_numbers = [], user_id }: Partial<User> = user
    // the browser shows what is there; a user without a name, or from an old cache, is called by
    // their address
    const { first_name, middle_name, last_name }: Partial<User['name']> = user.name || {}
    const name = emails[0]?.email || phone_numbers[0]?.phone_number || user_id
    const displayName = [first_name, middle_name, last_name].filter(Boolean).join(' ') || name
    for (const rpId of new Set(registrationsOf(user).map(({ domain }) => domain)))
      void tell('signalCurrentUserDetails', { rpId, userId: handleOf(user), name, displayName })
  }

  return { tellUnknown, tellAccepted, deleteAndTell, tellDetails }
}
