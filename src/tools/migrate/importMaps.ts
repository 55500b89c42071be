/** The rules for import maps. */
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

/** Changes names and addresses in the import maps of a file where both are known, and says what stays. */
export const migrateImportMaps = (path: string, text: string, version: string): Mapped => {
  const found: Mapped = { edits: [], left: [], stays: [], hasMap: false }
  for (const { start, end } of importMapsOf(path, text)) {
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
      const address = literalOf(property.value) ?? ''
      const isNamed = providerEntry.exec(entry)?.[0] === entry
      // a host can have a name of its own for what lies at an address
      const mapped = isNamed ? (entryBehind(entry) ?? entry) : entryAt(address)
      if (mapped === undefined) continue
      if (isNamed) found.hasMap = true
      const target = targets[mapped]
      const there = target && (!isNamed || entry === name) && entryAt(address) ? addressOf(address, target, version) : undefined
      const { key, value } = property
      if (there)
        found.edits.push(...(isNamed ? [{ start: start + key.start! + 1, end: start + key.end! - 1, text: target! }] : []), {
          start: start + value.start! + 1,
          end: start + value.end! - 1,
          text: there,
        })
      else {
        found.stays.push(mapped)
        const what = text.slice(start + property.start!, start + property.end!)
        found.left.push({
          at: start + property.start!,
          what,
          why: target
            ? `An import map says where it is. Serve \`dist/\` of the package latchkey, and write \`${target}\` and its address, here and in what imports it.`
            : reasonFor(mapped),
        })
      }
    }
  }
  return found
}
