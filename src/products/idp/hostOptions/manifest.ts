import type { IDPConsentItem, IDPConsentSection } from '../../../ui/config.ts'
import type { ConsentStep } from '../../../ui/map.ts'

/** How long the host may take for its manifest, in ms (row 33). */
const PATIENCE = 3000

const isText = (value: unknown): value is string => typeof value === 'string' && !!value

const isList = <Entry>(value: unknown, isEntry: (entry: unknown) => entry is Entry): value is Entry[] =>
  Array.isArray(value) && value.every(isEntry)

const isItem = (item: unknown): item is IDPConsentItem => {
  const { text, details = [] } = (item || {}) as { text?: unknown; details?: unknown }
  return isText(item) || (isText(text) && isList(details, isText))
}

const isSection = (section: unknown): section is IDPConsentSection => {
  const { header, items } = (section || {}) as { header?: unknown; items?: unknown }
  return isText(header) && isList(items, isItem)
}

/** The sections of a host's manifest; items stand under `header`. Undefined where it is no manifest (wire.md 1.6), or says nothing at all. */
export function sectionsOf(manifest: unknown, header: string): IDPConsentSection[] | undefined {
  if (!Array.isArray(manifest) || !manifest.length) return
  if (isList(manifest, isItem)) return [{ header, items: manifest }]
  if (isList(manifest, isSection) && manifest.some(({ items }) => items.length)) return manifest
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
  // asked for in a function of its own, so that a generator that throws at once is as one that rejects
  const given = (async () => getIDPConsentManifest(about))().catch(reportError)
  const sections = sectionsOf(await Promise.race([given, late]), header)
  clearTimeout(timer!)
  if (!sections) warn('getIDPConsentManifest gave no list of items or sections within 3 s, so the default list is shown.')
  return sections
}
