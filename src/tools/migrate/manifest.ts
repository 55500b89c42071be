/** The rules for package.json. */
import type * as ts from 'typescript'
import { providerEntry, providerPackages } from './counterparts.ts'
import type { Findings } from './edits.ts'
import type { TypeScript } from './typescript.ts'

const sections = ['dependencies', 'peerDependencies', 'devDependencies', 'optionalDependencies']

type Section = ts.NodeArray<ts.PropertyAssignment>

/** Returns the properties of a JSON object; none if it is none. */
const propertiesOf = (ts: TypeScript, value: ts.Node | undefined): readonly ts.PropertyAssignment[] =>
  value && ts.isObjectLiteralExpression(value) ? (value.properties as unknown as Section) : []

const keyOf = ({ name }: ts.PropertyAssignment) => (name as ts.StringLiteral).text

/** How package.json changes. */
interface ManifestChange {
  /** The range of versions of `latchkey`, such as `^1.2.0`. */
  range: string
  /** The provider's packages that the application still needs. */
  needed: readonly string[]
}

/**
 * Puts `latchkey` in the place of the provider's packages, among dependencies of the same kind. Without a change, it only looks for what is left. Returns undefined if the text is not JSON.
 */
export const migrateManifest = (ts: TypeScript, text: string, change?: ManifestChange): Findings | undefined => {
  const file = ts.parseJsonText('package.json', text)
  if ((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length > 0) return undefined
  const found: Findings = { edits: [], left: [], needed: [] }
  const all = propertiesOf(ts, file.statements[0]?.expression)
  const listed = sections.flatMap((name) => all.filter((property) => keyOf(property) === name))
  const hasLatchkey = listed.some(({ initializer }) => propertiesOf(ts, initializer).some((property) => keyOf(property) === 'latchkey'))
  let isNamed = hasLatchkey
  for (const { initializer } of change ? listed : []) {
    const properties = propertiesOf(ts, initializer)
    const ofProvider = properties.filter((property) => providerPackages.includes(keyOf(property)))
    const removed = ofProvider.filter((property) => !change!.needed.includes(keyOf(property)))
    const entry = `"latchkey": "${change!.range}"`
    const [first] = ofProvider
    if (!isNamed && first) {
      isNamed = true
      const [replaced] = removed
      if (replaced) {
        found.edits.push({ start: replaced.getStart(file), end: replaced.end, text: entry })
        removed.shift()
      } else {
        const start = first.getStart(file)
        found.edits.push({ start, end: start, text: `${entry},${text.slice(first.pos, start)}` })
      }
    }
    for (const property of removed) {
      const at = properties.indexOf(property)
      const isFirst = properties.slice(0, at).every((before) => removed.includes(before))
      const next = properties[at + 1]
      found.edits.push(
        isFirst
          ? { start: property.pos, end: next ? next.pos : property.end, text: '' }
          : { start: properties[at - 1]!.end, end: property.end, text: '' },
      )
    }
  }
  if (change && !isNamed)
    found.left.push({
      at: 0,
      what: 'package.json',
      why: `It lists none of the provider's packages. Run: npm install latchkey@${change.range}`,
    })
  const inSections = (at: number) => listed.some(({ pos, end }) => at >= pos && at < end)
  for (const match of text.matchAll(new RegExp(providerEntry, 'g'))) {
    if (!inSections(match.index))
      found.left.push({
        at: match.index,
        what: match[0],
        why: "It names the provider's package. Write the entry of `latchkey` instead, or remove it.",
      })
  }
  return found
}
