import type { IDPConsentItem, IDPConsentSection } from '../../../ui/config.ts'
import type { ConsentStep } from '../../../ui/map.ts'

/** How long the host may take for its manifest, in ms (row 33). */
const PATIENCE = 3000

// Each of these reads a part of what the host gives, once, and copies it; undefined where it is none. What is shown later is the copy: a getter of the host's
// may throw, or say something else the next time.

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

const listOf = <Entry>(value: unknown, entryOf: (entry: unknown) => Entry | undefined): Entry[] | undefined => {
  const entries = Array.isArray(value) ? Array.from(value, (entry) => entryOf(entry)) : [undefined]
  return entries.every((entry) => entry !== undefined) ? (entries as Entry[]) : undefined
}

const itemOf = (item: unknown): IDPConsentItem | undefined => {
  if (typeof item === 'string') return textOf(item)
  const { text: said, details: given } = (item || {}) as { text?: unknown; details?: unknown }
  const text = textOf(said)
  if (!text || given === undefined) return text && { text }
  const details = listOf(given, textOf)
  return details && { text, details }
}

const sectionOf = (section: unknown): IDPConsentSection | undefined => {
  const { header: said, items: given } = (section || {}) as { header?: unknown; items?: unknown }
  const header = textOf(said)
  const items = listOf(given, itemOf)
  return header && items ? { header, items } : undefined
}

/**
 * The sections of a host's manifest; items stand under `header`. Undefined where it is no manifest (wire.md 1.6), or says nothing at all. Throws what a getter of the
 * host's throws.
 */
export function sectionsOf(manifest: unknown, header: string): IDPConsentSection[] | undefined {
  const items = listOf(manifest, itemOf)
  if (items) return items.length ? [{ header, items }] : undefined
  const sections = listOf(manifest, sectionOf)
  return sections?.some(({ items }) => items.length) ? sections : undefined
}

/**
 * What the host makes of the scopes, as sections; items stand under `header`. Undefined where the host does not say, or says something else than a manifest, or
 * not in time: what is wrong with that must not cost the visitor their decision. `warn` is told for the host.
 */
export async function manifest(
  { getIDPConsentManifest }: ConsentStep['by'],
  about: { scopes: string[]; clientName: string },
  header: string,
  warn: (message: string) => void,
): Promise<IDPConsentSection[] | undefined> {
  if (!getIDPConsentManifest) return
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<void>((done) => (timer = setTimeout(done, PATIENCE)))
  // asked for, and read, in a function of its own, so that one that throws at once is as one that rejects; and given a list of its own, to do with as it likes
  const given = (async () => sectionsOf(await getIDPConsentManifest({ ...about, scopes: [...about.scopes] }), header))().catch(reportError)
  const sections = (await Promise.race([given, late])) || undefined
  clearTimeout(timer!)
  if (!sections) warn('getIDPConsentManifest gave no list of items or sections within 3 s, so the default list is shown.')
  return sections
}
