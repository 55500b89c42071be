/** The rules for the import maps of a page. */
import { jsonIn, literalOf } from './program.ts'
import { addressOf, entryAt, entryBehind, providerEntry, reasonFor, targets } from './counterparts.ts'
import type { Edit, Left } from './edits.ts'
import { keyOf, propertiesOf } from './manifest.ts'
import { importMapsOf } from './programs.ts'

/** What an import map says about the provider's packages. */
export interface Mapped {
  edits: Edit[]
  left: Left[]
  /** The entries that stay, because only the host knows where their counterparts are. */
  stays: string[]
  /** Whether a map names any entry. */
  hasMap: boolean
}

/** Changes names and addresses in the import maps of a page where both are known, and says what stays. */
export const migrateImportMaps = (text: string, version: string): Mapped => {
  const found: Mapped = { edits: [], left: [], stays: [], hasMap: false }
  for (const { start, end } of importMapsOf(text)) {
    const sections = propertiesOf(jsonIn(text.slice(start, end)))
    const maps = sections.flatMap((section) =>
      keyOf(section) === 'imports'
        ? [section.value]
        : keyOf(section) === 'scopes'
          ? propertiesOf(section.value).map(({ value }) => value)
          : [],
    )
    for (const property of maps.flatMap((map) => propertiesOf(map))) {
      const name = keyOf(property)
      const entry = name.replace(/\/$/, '')
      if (providerEntry.exec(entry)?.[0] !== entry) continue
      found.hasMap = true
      const address = literalOf(property.value) ?? ''
      const target = targets[entryBehind(entry) ?? entry]
      const there = target && entry === name && entryAt(address) ? addressOf(address, target, version) : undefined
      const { key, value } = property
      if (there)
        found.edits.push(
          { start: start + key.start! + 1, end: start + key.end! - 1, text: target! },
          { start: start + value.start! + 1, end: start + value.end! - 1, text: there },
        )
      else {
        found.stays.push(entry)
        const what = text.slice(start + property.start!, start + property.end!)
        found.left.push({
          at: start + property.start!,
          what,
          why: target
            ? `An import map says where it is. Serve \`dist/\` of the package latchkey, and write \`${target}\` and its address, here and in what imports it.`
            : reasonFor(entry),
        })
      }
    }
  }
  return found
}
