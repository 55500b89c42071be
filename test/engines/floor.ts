/**
 * What the shipped code uses of browsers that are newer than the oldest supported ones
 * (build/floor.ts), and what it does without each. The versions are those of MDN's
 * browser-compat-data.
 */
import { readFileSync } from 'node:fs'
import { floor } from '../../build/floor.ts'

export interface Feature {
  name: string
  /** What the widget uses it for. */
  purpose: string
  /** Where MDN's data has it. */
  key: string
  /** How the built files show that they use it. */
  sign: RegExp
  /** What a supported browser without it gets. */
  without: string
}

/** Those that decide what a visitor sees. */
export const features: readonly Feature[] = [
  {
    name: '`light-dark()`',
    purpose: 'every color, in light and dark',
    key: 'css.types.color.light-dark',
    sign: /light-dark\(/,
    without: 'one more file has the whole style for these browsers, [with the same look](#the-style-for-older-browsers)',
  },
  { name: 'nested rules', purpose: 'every style sheet', key: 'css.selectors.nesting', sign: /&:focus/, without: 'the same' },
  {
    name: '`color-mix()`',
    purpose: 'borders, tints, the focus ring',
    key: 'css.types.color.color-mix',
    sign: /color-mix\(/,
    without: 'a gray that is as light or as dark',
  },
  {
    name: 'constructed style sheets',
    purpose: 'styles that a strict policy allows',
    key: 'api.Document.adoptedStyleSheets',
    sign: /adoptedStyleSheets/,
    without:
      '`<style>`, which a policy has to allow: [by the `nonce` of your client](../guides/content-security-policy.md#features-that-need-more)',
  },
  {
    name: '`modulepreload`',
    purpose: 'the script tag fetches its files side by side',
    key: 'html.elements.link.rel.modulepreload',
    sign: /modulepreload/,
    without: 'one after the other, each by a script that checks the same hash',
  },
  {
    name: '`:dir()`',
    purpose: 'arrows that follow the direction of the text',
    key: 'css.selectors.dir',
    sign: /:dir\(/,
    without: 'they follow the `dir` attribute',
  },
  {
    name: '`:has()`',
    purpose: 'the underline of a country while it has the focus',
    key: 'css.selectors.has',
    sign: /:has\(/,
    without: 'there is only the halo around the field',
  },
  {
    name: '`text-wrap: balance`',
    purpose: 'titles on two lines',
    key: 'css.properties.text-wrap.balance',
    sign: /text-wrap:balance/,
    without: 'the lines of a title differ in length',
  },
  {
    name: 'declarative shadow roots',
    purpose: 'a prerendered form in a shadow root',
    key: 'html.elements.template.shadowrootmode',
    sign: /shadowrootmode/,
    without: 'it shows with the widget',
  },
]

/**
 * What the scripts call only where it is, by its name in MDN's data: passkeys without a question,
 * their names and their lists; policies; frames; and Preact's own moves.
 */
export const guarded: readonly string[] = [
  'adoptedStyleSheets',
  'replaceSync',
  'moveBefore',
  'ancestorOrigins',
  'featurePolicy',
  'isConditionalMediationAvailable',
  'getClientCapabilities',
  'getTransports',
  'authenticatorAttachment',
  'signalAllAcceptedCredentials',
  'signalUnknownCredential',
  'requestIdleCallback',
  'prerendering',
  'dispose',
]

/** Names that are newer than the floor elsewhere, and properties of our own objects here. */
export const own: readonly string[] = [
  'number',
  'cookies',
  'locale',
  'turn',
  'revoke',
  'maximize',
  'login',
  'getMetadata',
  'check',
  'when',
  'address',
  'ariaLabel',
  'icon',
  'displayName',
  'external',
  'isComposing',
  'profile',
  'IdentityProvider',
  'InternalError',
  'ML',
]

type Support = {
  version_added: string | boolean | null
  flags?: unknown
  prefix?: string
  partial_implementation?: true
  version_removed?: unknown
}
interface Compat {
  __compat?: { support: Record<string, Support | Support[]> }
  [part: string]: Compat | Compat['__compat']
}

const data: Record<'api' | 'css' | 'html' | 'javascript', Compat> = JSON.parse(
  readFileSync('node_modules/@mdn/browser-compat-data/data.json', 'utf8'),
)

export const browsers = ['chrome', 'firefox', 'safari'] as const

const partOf = (compat: Compat, name: string) => compat[name] as Compat

/** Returns the version since which a browser has all of a feature; Infinity if it does not. */
const since = (compat: Compat, browser: (typeof browsers)[number]): number => {
  const support = compat.__compat?.support[browser] ?? []
  return Math.min(
    Infinity,
    ...[support]
      .flat()
      .filter(
        ({ flags, prefix, partial_implementation, version_removed }) => !flags && !prefix && !partial_implementation && !version_removed,
      )
      .map(({ version_added }) =>
        version_added === false || version_added === 'preview' ? Infinity : parseFloat(String(version_added).replace('≤', '')) || 0,
      ),
  )
}

/** Returns the versions since which browsers have a feature, by its place in the data. */
export const versionsOf = (key: string): number[] => {
  const compat = key.split('.').reduce(partOf, data as unknown as Compat)
  if (!compat?.__compat) throw new Error(`MDN's data has no ${key}`)
  return browsers.map((browser) => since(compat, browser))
}

const isNewer = (compat: Compat) => browsers.some((browser) => since(compat, browser) > parseFloat(floor[browser]))

/** The members of interfaces that are old, the interfaces, and what is global. */
const collect = () => {
  const members = new Map<string, boolean>()
  const names = new Map<string, boolean>()
  for (const [kind, group] of [...Object.entries(data.api), ...Object.entries(partOf(data.javascript, 'builtins'))] as [string, Compat][]) {
    if (!group.__compat) continue
    names.set(kind, isNewer(group))
    for (const member of Object.keys(group).filter((name) => name !== '__compat' && partOf(group, name).__compat)) {
      const name = member.replace(/_(static|event|permission)$/, '')
      const newer = isNewer(partOf(group, member))
      names.set(`${kind}.${name}`, newer)
      // an old interface has a member of this name
      if (!isNewer(group)) members.set(name, newer && members.get(name) !== false)
      if (kind === 'Window') names.set(name, newer)
    }
  }
  return { members, names }
}
const { members, names } = collect()

/** Returns the names in a script that some supported browser does not know. */
export const newerIn = (script: string): string[] => [
  ...new Set([
    ...[...script.matchAll(/[\w$\])]\??\.([a-zA-Z]\w+)/g)].flatMap(([, name]) => (members.get(name!) ? [name!] : [])),
    ...[...script.matchAll(/(?<![\w$.])([A-Z]\w+)(?:\.([a-z]\w+))?/g)].flatMap(([, kind, member]) => [
      ...(names.get(kind!) ? [kind!] : []),
      ...(names.get(`${kind}.${member}`) ? [member!] : []),
    ]),
    ...[...script.matchAll(/(?<![\w$.])([a-z]\w{3,})\b(?!:)/g)].flatMap(([, name]) => (names.get(name!) ? [name!] : [])),
  ]),
]
