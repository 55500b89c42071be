import type { ConnectedApp } from '../../api/connectedApps.ts'
import type { User } from '../../api/entities.ts'
import { text, texts } from '../../api/kinds.ts'
import type { UserCalls } from '../../client/namespaces/userCalls.ts'
import type { AccountSection } from '../../ui/host/config.ts'
import { deviceOf, phone } from '../../ui/visitor/device.ts'
import { envelope, key, person } from '../../ui/screen/icons.ts'
import { NAME, plainText } from '../../ui/words/untrustedText.ts'

/** One thing that belongs to the account. */
export interface AccountItem {
  section: AccountSection
  id: string
  name: string
  drawing: string
  /** The second line of its row, if the provider says more about it. */
  detail?: string
  /** What an app may do. */
  scopes?: string[]
  /** Where an app may do it, by the hosts of servers, if the provider says so. */
  places?: string[]
  /**
   * When an app was let in, and when it last used its access, in milliseconds since the epoch; NaN
   * if the provider does not say.
   */
  since?: number
  lastUse?: number
  /** Where a passkey was created: the names of the browser and the system. */
  device?: { browser?: string; system?: string }
  /** The visitor has not proved yet that it is theirs. */
  unconfirmed?: boolean
  /** The account can be logged in to with it alone. */
  isWayIn?: boolean
}

/**
 * A record of the provider whose fields nobody has checked: it may come from a cache, and no call
 * should fail because of a field that only this screen reads.
 */
type Unchecked = Record<string, unknown>

/**
 * Where a section's records are in a user, the names of their fields, and what they are drawn as.
 */
interface SectionSchema {
  list: keyof User
  id: string
  /** Undefined: such a record has no name. */
  name?: string
  detail?: string
  drawing: string
  removal: Removal
  /** Its records are ways in to the account. */
  isWayIn?: true
}

type Removal = Extract<keyof UserCalls, `delete${string}`>

const kinds: { readonly [Section in Exclude<AccountSection, 'connectedApps'>]: SectionSchema } = {
  emails: { list: 'emails', id: 'email_id', name: 'email', drawing: envelope, removal: 'deleteEmail', isWayIn: true },
  phoneNumbers: {
    list: 'phone_numbers',
    id: 'phone_id',
    name: 'phone_number',
    drawing: phone,
    removal: 'deletePhoneNumber',
    isWayIn: true,
  },
  passkeys: {
    list: 'webauthn_registrations',
    id: 'webauthn_registration_id',
    name: 'name',
    drawing: key,
    removal: 'deleteWebauthnRegistration',
    isWayIn: true,
  },
  authenticatorApp: {
    list: 'totps',
    id: 'totp_id',
    drawing: 'M6 2.5h12v19H6zM12 8v4l2.5 1.5M12 7a5 5 0 1 0 0 10 5 5 0 1 0 0-10',
    removal: 'deleteTOTP',
  },
  providers: {
    list: 'providers',
    id: 'oauth_user_registration_id',
    name: 'provider_type',
    drawing: person,
    removal: 'deleteOAuthRegistration',
    isWayIn: true,
  },
  wallets: {
    list: 'crypto_wallets',
    id: 'crypto_wallet_id',
    name: 'crypto_wallet_address',
    detail: 'crypto_wallet_type',
    drawing: 'M3.5 6.5v11a2 2 0 0 0 2 2h15v-12h-15a2 2 0 0 1 0-4h13m-2 10v.01',
    removal: 'deleteCryptoWallet',
    isWayIn: true,
  },
}

export const allSections = [...Object.keys(kinds), 'connectedApps'] as AccountSection[]

/** The names of the chains, which the provider calls `ethereum` and `solana`. */
const chains = ['Ethereum', 'Solana']

const apps = 'M4 4h6.5v6.5H4zm9.5 0H20v6.5h-6.5zM4 13.5h6.5V20H4zm9.5 0H20V20h-6.5z'

const records = (list: unknown): Unchecked[] => (Array.isArray(list) ? list.filter((record) => record && typeof record === 'object') : [])

/** Returns an address of a wallet, by which its owner knows it: the two ends. */
const ends = (address: string) => (address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address)

/**
 * Returns the host of a server, in ASCII. What is no URL of the web is shown as it is: nobody owns
 * a host in it.
 */
const placeOf = (resource: string) => {
  try {
    const { protocol, host } = new URL(resource)
    if (/^https?:$/.test(protocol)) return plainText(host, NAME)
  } catch {}
  return plainText(resource, NAME)
}

/**
 * Returns what belongs to the account, in the order of the provider. Leaves out what has no id,
 * because nobody could remove it, and an app that was never confirmed.
 */
export function accountItems(user: User | undefined, connected: readonly ConnectedApp[] = []): AccountItem[] {
  const { password } = { ...user } as Unchecked
  const items = Object.entries(kinds).flatMap(([name, kind]): AccountItem[] => {
    const section = name as keyof typeof kinds
    return records(user?.[kind.list]).map((record) => {
      const text = plainText(kind.name && record[kind.name], NAME)
      const detail = plainText(kind.detail && record[kind.detail], NAME)
      const unconfirmed = record.verified === false
      const device = section === 'passkeys' ? deviceOf(record) : undefined
      return {
        section,
        id: record[kind.id] as string,
        name: section === 'wallets' ? ends(text) : text,
        drawing: device?.drawing ?? kind.drawing,
        detail: chains.find((name) => name.toLowerCase() === detail) ?? detail,
        device,
        unconfirmed,
        // with a password, an address is a name to log in with, even if nobody has proved that it
        // is theirs
        isWayIn: kind.isWayIn && (!unconfirmed || (section === 'emails' && !!password)),
      }
    })
  })
  const consents = records(connected).map(
    ({ connected_app_id, name, description, scopes_granted, resources, granted_at, last_used_at }): AccountItem => ({
      section: 'connectedApps',
      id: connected_app_id as string,
      name: plainText(name, NAME),
      drawing: apps,
      detail: plainText(description, NAME),
      scopes: text(scopes_granted)?.match(/\S+/g) ?? [],
      places: [...new Set((texts(resources) ?? []).map(placeOf))].filter(Boolean),
      since: Date.parse(text(granted_at)!),
      lastUse: Date.parse(text(last_used_at)!),
    }),
  )
  return [...items, ...consents].filter(
    ({ id, section, unconfirmed }) => id && typeof id === 'string' && !(section === 'authenticatorApp' && unconfirmed),
  )
}

/**
 * Returns whether the visitor would lock themselves out if they removed this: nothing else would be
 * left that they can log in with. `going` are the ids of what is being removed.
 */
export const isLastWayIn = (
  all: readonly AccountItem[],
  { id, section }: AccountItem,
  going: { readonly [id: string]: unknown },
): boolean =>
  section !== 'connectedApps' &&
  section !== 'authenticatorApp' &&
  !all.some((other) => other.isWayIn && other.id !== id && !(other.id in going))

export const removeNow = (calls: UserCalls, { section, id }: AccountItem): Promise<unknown> =>
  calls[section === 'connectedApps' ? 'revokedConnectedApp' : kinds[section].removal](id)
