/** The rules for import maps. */
import { jsonIn, literalOf } from './program.ts'
import { addressOf, entryAt, entryBehind, providerEntry, reasonFor, targets } from './counterparts.ts'
import type { Edit, Leftover } from './edits.ts'
import { keyOf, propertiesOf } from './manifest.ts'
import { importMapsOf } from './programs.ts'

/** What an import map says about the provider's packages. */
export interface MapFindings {
  edits: Edit[]
  leftovers: Leftover[]
  /** The entries that stay, because only the host knows where their counterparts are. */
  stays: string[]
  /** Whether a map names any entry. */
  hasMap: boolean
}

/**
 * Changes names and addresses in the import maps of a file where both are known, and says what
 * stays.
 */
export const migrateImportMaps = (path: string, text: string, version: string): MapFindings => {
  const findings: MapFindings = { edits: [], leftovers: [], stays: [], hasMap: false }
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
      const sdkEntry = isNamed ? (entryBehind(entry) ?? entry) : entryAt(address)
      if (sdkEntry === undefined) continue
      if (isNamed) findings.hasMap = true
      const target = targets[sdkEntry]
      const there = target && (!isNamed || entry === name) && entryAt(address) ? addressOf(address, target, version) : undefined
      const { key, value } = property
      if (there)
        findings.edits.push(...(isNamed ? [{ start: start + key.start! + 1, end: start + key.end! - 1, text: target! }] : []), {
          start: start + value.start! + 1,
          end: start + value.end! - 1,
          text: there,
        })
      else {
        findings.stays.push(sdkEntry)
        const what = text.slice(start + property.start!, start + property.end!)
        findings.leftovers.push({
          at: start + property.start!,
          what,
          why: target
            ? `An import map says where it is. Serve \`dist/\` of the package latchkey, and write \`${target}\` and its address, here and in what imports it.`
            : reasonFor(sdkEntry),
        })
      }
    }
  }
  return findings
}
