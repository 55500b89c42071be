/** The rules for package.json. */
import type { Node, ObjectProperty } from '@babel/types'
import { mention, providerPackages } from './counterparts.ts'
import type { Findings } from './edits.ts'
import { jsonIn, literalOf } from './program.ts'

const sections = ['dependencies', 'peerDependencies', 'devDependencies', 'optionalDependencies']

/** Returns the properties of a JSON object; none of anything else. */
const propertiesOf = (value: Node | undefined): ObjectProperty[] =>
  value?.type === 'ObjectExpression' ? value.properties.filter((property) => property.type === 'ObjectProperty') : []

const keyOf = ({ key }: ObjectProperty): string => literalOf(key) ?? ''

/** Returns the value of a JSON text. */
export const jsonValueOf = (node: Node | undefined): unknown =>
  node?.type === 'ObjectExpression'
    ? Object.fromEntries(propertiesOf(node).map((property) => [keyOf(property), jsonValueOf(property.value)]))
    : node?.type === 'ArrayExpression'
      ? node.elements.map((element) => jsonValueOf(element ?? undefined))
      : literalOf(node)

/** Returns what package.json says of a dependency, in the first section that has it. */
const rangeOf = (manifest: Node | undefined, name: string): string | undefined => {
  const lists = propertiesOf(manifest).filter((property) => sections.includes(keyOf(property)))
  const [dependency] = lists.flatMap(({ value }) => propertiesOf(value).filter((property) => keyOf(property) === name))
  return dependency && literalOf(dependency.value)
}

/**
 * Returns the highest major version that a range such as `^17.0.2` names; undefined if it is open
 * or names none.
 */
const majorOf = (range: string): number | undefined =>
  /[*>]|^\w+:|latest|next/.test(range)
    ? undefined
    : Math.max(...[...range.matchAll(/(?:^|[\s^~=v|-])(\d+)/g)].map(([, major]) => Number(major)))

/** Returns why `npm install` would end in an error after the switch, or undefined. */
export const tooOldFor = (text: string): string | undefined => {
  const range = rangeOf(jsonIn(text), 'react')
  const major = range === undefined ? undefined : majorOf(range)
  return major !== undefined && major < 18 && major >= 0 ? `Latchkey needs React 18 or later, and this application has ${range}` : undefined
}

/**
 * Adds the packages that those which stay need beside them: before 20 and 22, `@stytch/react` and
 * `@stytch/nextjs` take the client from `@stytch/vanilla-js`.
 */
export const withPeers = (text: string, neededPackages: Iterable<string>): string[] => {
  const all = new Set(neededPackages)
  for (const [name, alone] of [
    ['@stytch/react', 20],
    ['@stytch/nextjs', 22],
  ] as const) {
    const range = all.has(name) ? rangeOf(jsonIn(text), name) : undefined
    if (range !== undefined && !((majorOf(range) ?? 0) >= alone)) all.add('@stytch/vanilla-js')
  }
  return [...all]
}

/** How package.json changes. */
interface ManifestChange {
  /** The range of versions of `latchkey`, such as `^1.2.0`. */
  range: string
  /** The provider's packages that the application still needs. */
  neededPackages: readonly string[]
  /** Whether Jest's own file says that it transforms `latchkey`. */
  isJestReady?: boolean
}

/**
 * Replaces the provider's packages with `latchkey`, among dependencies of the same kind. Without
 * a change, it only looks for what is left. Returns undefined if the text is not JSON.
 */
export const migrateManifest = (text: string, change?: ManifestChange): Findings | undefined => {
  const whole = jsonIn(text)
  if (!whole) return undefined
  const findings: Findings = { edits: [], leftovers: [] }
  /** Where what comes before a property ends, with its comma. */
  const before = (properties: ObjectProperty[], at: number, section: Node) => {
    const previous = properties[at - 1]
    return previous ? text.indexOf(',', previous.end!) + 1 : section.start! + 1
  }
  const all = propertiesOf(whole)
  const lists = sections.flatMap((name) => all.filter((property) => keyOf(property) === name))
  const hasLatchkey = lists.some(({ value }) => propertiesOf(value).some((property) => keyOf(property) === 'latchkey'))
  let isNamed = hasLatchkey
  let isAdded = hasLatchkey
  for (const section of change ? lists : []) {
    const { value } = section
    const properties = propertiesOf(value)
    const ofProvider = properties.filter((property) => providerPackages.includes(keyOf(property)))
    const removals = ofProvider.filter((property) => !change!.neededPackages.includes(keyOf(property)))
    const entry = `"latchkey": "${change!.range}"`
    const [first] = ofProvider
    // what a library asks of those who use it, it does not install for itself in every package
    // manager
    const isPeer = keyOf(section) === 'peerDependencies'
    if (first && !(isPeer ? hasLatchkey : isNamed)) {
      isNamed ||= !isPeer
      isAdded = true
      const [target] = removals
      if (target) {
        findings.edits.push({ start: target.start!, end: target.end!, text: entry })
        removals.shift()
      } else {
        const start = first.start!
        findings.edits.push({
          start,
          end: start,
          text: `${entry},${text.slice(before(properties, properties.indexOf(first), value), start)}`,
        })
      }
    }
    for (const property of removals) {
      const at = properties.indexOf(property)
      const isFirst = properties.slice(0, at).every((before) => removals.includes(before))
      const next = properties[at + 1]
      findings.edits.push(
        isFirst
          ? { start: before(properties, at, value), end: next ? before(properties, at + 1, value) : property.end!, text: '' }
          : { start: properties[at - 1]!.end!, end: property.end!, text: '' },
      )
    }
  }
  if (change && !isAdded)
    findings.leftovers.push({
      at: 0,
      what: 'package.json',
      why: `It lists none of the provider's packages. Run: npm install latchkey@${change.range}`,
    })
  const jest =
    change &&
    !change.isJestReady &&
    lists.flatMap(({ value }) => propertiesOf(value)).find((property) => /^(jest|react-scripts)$/.test(keyOf(property)))
  if (jest)
    findings.leftovers.push({
      at: jest.start!,
      what: keyOf(jest),
      why: 'Jest takes installed packages as they are, and `latchkey` is ES modules. If tests import it, add: "transformIgnorePatterns": ["/node_modules/(?!latchkey/)"]',
    })
  const names = lists.flatMap(({ value }) => propertiesOf(value).map(({ key }) => key))
  for (const match of text.matchAll(mention)) {
    if (!names.some(({ start, end }) => match.index >= start! && match.index < end!))
      findings.leftovers.push({
        at: match.index,
        what: match[0],
        why: "It names the provider's package. Write `latchkey` or its entry instead, or remove it.",
      })
  }
  return findings
}
