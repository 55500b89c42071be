import type { Core } from '../../client/core.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import type { AuthTokenParams, IDPConsentItem, IDPConsentSection, IdentityProviderOptions } from '../../ui/host/config.ts'

// Carries out the host's options for the consent screen (`IdentityProviderOptions`): its trusted
// token and its manifest.

/** How long a session from a trusted token lasts, in minutes. */
const ATTESTED = 60

/**
 * Creates a session from the host's trusted token
 * (docs/decisions/README.md#a-trusted-token-replaces-the-session). Any other session is signed out
 * first; that call may fail without stopping this one.
 */
export async function attest(
  { tokens, customEndpoint }: Core,
  session: ConsumerClient['session'],
  { tokenProfileID, trustedAuthToken }: AuthTokenParams,
): Promise<void> {
  if (tokens.get('session_token') || customEndpoint) await session.revoke({ forceClear: true }).catch(() => {})
  await session.attest({ profile_id: tokenProfileID, token: trustedAuthToken, session_duration_minutes: ATTESTED })
}

/** How long the host may take to return its manifest, in ms. */
const MANIFEST_TIMEOUT = 3000

// Each of these functions reads one part of the host's manifest once, and returns a copy, or
// undefined if the part has the wrong shape. The screen shows the copy: a getter of the host's may
// throw, or return something else the next time.

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

const listOf = <Entry>(value: unknown, entryOf: (entry: unknown) => Entry | undefined): Entry[] | undefined => {
  const entries = Array.isArray(value) ? Array.from(value, (entry) => entryOf(entry)) : [undefined]
  return entries.every((entry) => entry !== undefined) ? (entries as Entry[]) : undefined
}

const itemOf = (item: unknown): IDPConsentItem | undefined => {
  if (typeof item === 'string') return textOf(item)
  const { text: rawText, details: rawDetails = [], scopes: rawScopes = [], selectable } = (item || {}) as Record<string, unknown>
  const text = textOf(rawText)
  const details = listOf(rawDetails, textOf)
  const scopes = listOf(rawScopes, textOf)
  // without its scopes, to leave an item out would leave nothing out
  return text && details && scopes && { text, details, scopes, selectable: selectable === true && scopes.length > 0 }
}

const sectionOf = (section: unknown): IDPConsentSection | undefined => {
  const { header: rawHeader, items: rawItems } = (section || {}) as { header?: unknown; items?: unknown }
  const header = textOf(rawHeader)
  const items = listOf(rawItems, itemOf)
  return header && items ? { header, items } : undefined
}

/**
 * Returns the sections of a host's manifest; items without a section are put under `header`.
 * Undefined if it is not a manifest or is empty. Throws what a getter of the host's throws.
 */
export function sectionsOf(manifest: unknown, header: string): IDPConsentSection[] | undefined {
  const items = listOf(manifest, itemOf)
  if (items) return items.length ? [{ header, items }] : undefined
  const sections = listOf(manifest, sectionOf)
  return sections?.some(({ items }) => items.length) ? sections : undefined
}

/**
 * Calls `getIDPConsentManifest` and returns the sections in which the host describes the scopes;
 * items without a section are put under `header`. Undefined if there is no such option, or if the
 * host throws, takes too long or returns no manifest. The visitor can decide all the same, and
 * `warn` tells the host.
 */
export async function manifest(
  { getIDPConsentManifest }: IdentityProviderOptions,
  about: { scopes: string[]; clientName: string },
  header: string,
  warn: (message: string) => void,
): Promise<IDPConsentSection[] | undefined> {
  if (!getIDPConsentManifest) return
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, MANIFEST_TIMEOUT)))
  // an async function, so that a throw counts as a rejection; the host gets its own copy of the
  // list, which it may change
  const answer = (async () => sectionsOf(await getIDPConsentManifest({ ...about, scopes: [...about.scopes] }), header))().catch(reportError)
  const sections = (await Promise.race([answer, limit])) || undefined
  clearTimeout(timer!)
  if (!sections) warn('getIDPConsentManifest gave no list of items or sections within 3 s, so the default list is shown.')
  return sections
}
