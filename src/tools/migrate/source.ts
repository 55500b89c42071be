/**
 * What a program says about the provider's SDK and about other files of its application. What
 * becomes of it is decided where all files are known (application.ts).
 */
import { missingOptions, providerEntry, unusedThemeValues } from './counterparts.ts'
import { entryAt } from './counterparts.ts'
import type { Leftover } from './edits.ts'
import { type NameInSetting, nameInSetting } from './settings.ts'
import { type File, type Language, literalOf, type Node, programIn, walk } from './program.ts'

/** Where a program names an entry of the provider, and what it takes from there. */
export interface Reference {
  /** The name of the entry. */
  entry: string
  /** Where it is in the text, without its quotes. */
  start: number
  end: number
  /** The address of a network that serves packages, if the program names that. */
  address?: string
  /** The names that it takes; undefined if they are not known. */
  names?: { text: string; at: number }[]
  /** Whether a test puts something in the place of the module. */
  isMock?: boolean
}

/** Another file of the application, which the program imports. */
export interface Import {
  from: string
  /**
   * False if it takes nothing from there but components that it renders: then no client and no type
   * goes from one file to the other.
   */
  exchanges: boolean
}

/** A text in a program, or what else can name something without an effect of its own. */
export interface Region {
  start: number
  end: number
  kind: 'text' | 'computed' | 'declaration' | 'comment' | 'path'
}

/** What a program says. */
export interface SourceFacts {
  references: Reference[]
  imports: Import[]
  /** Whether it begins with 'use client'. */
  isClient: boolean
  /** What it takes from a namespace such as `import * as stytch`. */
  ofNamespaces: { text: string; at: number }[]
  /** Options without a counterpart. */
  options: Leftover[]
  regions: Region[]
  /** What it names in the settings of bundlers and test runners. */
  settings: NameInSetting[]
}

/** The functions of test runners whose first argument is the name of a module. */
const mocks =
  /^(?:jest|vi)\.(?:mock|unmock|doMock|doUnmock|dontMock|setMock|hoisted|deepUnmock|requireActual|requireMock|createMockFromModule|importActual|importMock)$/

/** The functions of frameworks that load a component when it is rendered. */
const lazy = /^(?:React\.)?(?:lazy|dynamic|loadable|defineAsyncComponent)$/

const dottedName = (node: Node): string =>
  node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression' && !node.computed
      ? `${dottedName(node.object)}.${dottedName(node.property)}`
      : node.type

const nameOf = (node: Node) => (node.type === 'StringLiteral' ? node.value : node.type === 'Identifier' ? node.name : '')

type ImportedName = { text: string; at: number; local?: string; isType?: boolean }

/** A module that a program names: where, what it takes, and under which name it has all of it. */
interface ModuleUse {
  literal: Node
  names?: ImportedName[]
  namespace?: string
  /** Whether it takes no more than the file's components, to render them. */
  rendersOnly?: boolean
  /** Whether a test puts something in its place. */
  isMock?: boolean
}

const moduleUseIn = (node: Node, around: readonly Node[]): ModuleUse | undefined => {
  switch (node.type) {
    case 'ImportDeclaration': {
      const isType = node.importKind === 'type' || node.importKind === 'typeof'
      const names: ImportedName[] = []
      let namespace: string | undefined
      for (const each of node.specifiers) {
        if (each.type === 'ImportSpecifier')
          names.push({
            text: nameOf(each.imported),
            at: each.imported.start!,
            local: each.local.name,
            isType: isType || each.importKind === 'type',
          })
        else {
          namespace = each.local.name
          if (each.type === 'ImportDefaultSpecifier') names.push({ text: 'default', at: each.start!, local: namespace, isType })
        }
      }
      const all = node.specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')
      return { literal: node.source, names: all ? undefined : names, namespace }
    }
    case 'ExportNamedDeclaration':
      return node.source
        ? {
            literal: node.source,
            names: node.specifiers.some(({ type }) => type !== 'ExportSpecifier')
              ? undefined
              : node.specifiers.flatMap((each) =>
                  each.type === 'ExportSpecifier' ? [{ text: nameOf(each.local), at: each.local.start! }] : [],
                ),
          }
        : undefined
    case 'ExportAllDeclaration':
      return { literal: node.source }
    case 'TSImportEqualsDeclaration':
      return node.moduleReference.type === 'TSExternalModuleReference'
        ? { literal: node.moduleReference.expression, namespace: node.id.name }
        : undefined
    case 'TSImportType': {
      let first: Node | null | undefined = node.qualifier
      while (first?.type === 'TSQualifiedName') first = first.left
      return { literal: node.argument, names: first ? [{ text: nameOf(first), at: first.start!, isType: true }] : undefined }
    }
    case 'CallExpression':
    case 'OptionalCallExpression': {
      const callee = dottedName(node.callee)
      const [literal] = node.arguments
      if (!literal || !(callee === 'Import' || /^require(\.resolve)?$/.test(callee) || mocks.test(callee))) return undefined
      const holders = around.filter(({ type }) => type !== 'AwaitExpression' && type !== 'TSAsExpression')
      const [holder] = holders
      const rendersOnly =
        callee === 'Import' &&
        (/Function/.test(holder?.type ?? '') ||
          holders.some((each) => each.type === 'CallExpression' && lazy.test(dottedName(each.callee))))
      if (holder?.type === 'VariableDeclarator' && holder.id.type === 'ObjectPattern')
        return {
          literal,
          names: holder.id.properties.flatMap((property) =>
            property.type === 'ObjectProperty' && property.key.type === 'Identifier'
              ? [{ text: property.key.name, at: property.key.start! }]
              : [],
          ),
        }
      if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') return { literal, namespace: holder.id.name }
      if (holder?.type === 'MemberExpression' && !holder.computed && callee !== 'Import')
        return { literal, names: [{ text: nameOf(holder.property), at: holder.property.start! }] }
      return { literal, rendersOnly, isMock: mocks.test(callee) }
    }
    default:
      return undefined
  }
}

/** The types of JavaScript, which are in comments. */
const typesInComments =
  /\bimport\(\s*(?<call>["'])(?<of>[^"'\n]+)\k<call>\s*\)(?:\.(?<type>\w+))?|@import\s+(?:type\s+)?(?:\{(?<types>[^}]*)\}|\*\s*as\s+\w+)\s*from\s*(?<from>["'])(?<module>[^"'\n]+)\k<from>/g

const referencesInComment = (text: string, start: number): Reference[] =>
  [...text.matchAll(typesInComments)].flatMap((match) => {
    const { of, type, types, module } = match.groups!
    const entry = (of ?? module)!
    if (providerEntry.exec(entry)?.[0] !== entry) return []
    const at = start + match.index + (of ? match[0].indexOf(entry) : match[0].lastIndexOf(entry))
    const names = types !== undefined ? types.split(',').map((each) => each.trim().split(/\s/)[0]!) : type ? [type] : undefined
    return [{ entry, start: at, end: at + entry.length, names: names?.filter(Boolean).map((text) => ({ text, at })) }]
  })

/** Reads a program. Returns undefined if it is none. */
export const readSource = (text: string, language: Language): SourceFacts | undefined => {
  const file = programIn(text, language)
  if (!file) return undefined
  const facts: SourceFacts = { references: [], imports: [], isClient: false, ofNamespaces: [], options: [], regions: [], settings: [] }
  facts.isClient = file.program.directives.some(({ value }) => value.value === 'use client')
  const namespaces = new Set<string>()
  const elementNames = new Set<string>()
  const others: (ModuleUse & { from: string })[] = []
  walk(file.program, (node, around) => {
    if (node.type === 'JSXOpeningElement') elementNames.add(text.slice(node.name.start!, node.name.end!).split('.')[0]!)
    if (node.type === 'TSModuleDeclaration' && node.id.type === 'StringLiteral') return region(facts, node.id, 'declaration')
    if (node.type === 'StringLiteral' || node.type === 'JSXText' || node.type === 'DirectiveLiteral') region(facts, node, 'text')
    if (node.type === 'TemplateLiteral') region(facts, node, node.expressions.length > 0 ? 'computed' : 'text')
    if (node.type === 'BinaryExpression') region(facts, node, 'computed')
    const inSetting = nameInSetting(node, around)
    if (inSetting) facts.settings.push(inSetting)
    const use = moduleUseIn(node, around)
    const name = use && literalOf(use.literal)
    if (!use || name === undefined) return
    const entry = providerEntry.exec(name)?.[0] === name ? name : entryAt(name)
    if (entry === undefined) {
      others.push({ ...use, from: name })
      return
    }
    facts.references.push({
      entry,
      start: use.literal.start! + 1,
      end: use.literal.end! - 1,
      ...(entry !== name && { address: name }),
      ...(use.isMock && { isMock: true }),
      names: use.names?.map(({ text, at }) => ({ text, at })),
    })
    if (use.namespace) namespaces.add(use.namespace)
  })
  for (const { from, names, namespace, rendersOnly } of others)
    facts.imports.push({ from, exchanges: !rendersOnly && exchanges(from, names, namespace, elementNames) })
  for (const comment of file.comments ?? []) {
    const reference = comment.type === 'CommentLine' && /^\/\s*<reference\s+(types|path)\s*=\s*(["'])(.*?)\2/.exec(comment.value)
    if (reference) {
      const [whole, kind, , name] = reference
      const start = comment.start! + 2 + whole.lastIndexOf(name!)
      if (kind === 'types' && providerEntry.exec(name!)?.[0] === name)
        facts.references.push({ entry: name!, start, end: start + name!.length })
      facts.regions.push({ start: comment.start!, end: comment.end!, kind: 'path' })
      continue
    }
    facts.references.push(...referencesInComment(text.slice(comment.start!, comment.end!), comment.start!))
    facts.regions.push({ start: comment.start!, end: comment.end!, kind: 'comment' })
  }
  readOptions(file, text, namespaces, facts)
  return facts
}

const region = ({ regions }: SourceFacts, { start, end }: Node, kind: Region['kind']) =>
  void regions.push({ start: start!, end: end!, kind })

/** Whether a client or a type can go from one file to the other. */
const exchanges = (from: string, names: ImportedName[] | undefined, namespace: string | undefined, elementNames: ReadonlySet<string>) => {
  // a component of these is a file, and templates render it
  if (/\.(vue|svelte|astro)$/.test(from)) return false
  if (!names) return namespace === undefined || !elementNames.has(namespace)
  return names.some(({ local, isType }) => isType || local === undefined || !/^[A-Z]/.test(local) || !elementNames.has(local))
}

const withoutCast = (node: Node | null | undefined): Node | null | undefined =>
  node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' ? withoutCast(node.expression) : node

/**
 * Finds names that a program takes from a namespace, and options of screens, that have no
 * counterpart.
 */
const readOptions = (file: File, text: string, namespaces: ReadonlySet<string>, facts: SourceFacts) => {
  const constants = new Map<string, Node>()
  walk(file.program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) constants.set(node.id.name, node.init)
  })
  const visitedNodes = new Set<Node>()
  /** Looks at an object at a path from `presentation` or `config`. */
  const lookAt = (node: Node | null | undefined, path: string): void => {
    const value = withoutCast(node?.type === 'Identifier' ? constants.get(node.name) : node)
    if (!value || visitedNodes.has(value)) return
    if (value.type === 'ArrayExpression' && path === 'presentation.theme') {
      for (const element of value.elements) lookAt(element, path)
      return
    }
    if (value.type !== 'ObjectExpression') return
    visitedNodes.add(value)
    for (const property of value.properties) {
      if (property.type === 'SpreadElement') {
        lookAt(property.argument, path)
        continue
      }
      const name = property.type === 'ObjectProperty' && property.computed ? '' : nameOf(property.key)
      if (!name) continue
      const at = property.key.start!
      const why = missingOptions[`${path}.${name}`]
      if (why) facts.options.push({ at, what: `${path}.${name}`, why })
      else if (path === 'presentation.theme' && unusedThemeValues.includes(name))
        facts.options.push({
          at,
          what: `${path}.${name}`,
          why: 'The drop-in takes it, and it has no effect. docs/guides/theming.md lists what you can set.',
        })
      if (property.type === 'ObjectProperty') lookAt(property.value, `${path}.${name}`)
    }
  }
  const roots = new Set(['presentation', 'config'])
  walk(file.program, (node) => {
    if (node.type === 'ObjectProperty' && !node.computed && roots.has(nameOf(node.key))) lookAt(node.value, nameOf(node.key))
    if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' && roots.has(node.name.name))
      lookAt(node.value?.type === 'JSXExpressionContainer' ? node.value.expression : undefined, node.name.name)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.typeAnnotation) {
      const type = text.slice(node.id.typeAnnotation.start! + 1, node.id.typeAnnotation.end!).trim()
      if (/^(Partial<)?Theme>?$/.test(type)) lookAt(node.init, 'presentation.theme')
      if (type === 'PresentationConfig') lookAt(node.init, 'presentation')
    }
    const access =
      node.type === 'MemberExpression' && !node.computed
        ? ([node.object, node.property] as const)
        : node.type === 'TSQualifiedName'
          ? ([node.left, node.right] as const)
          : node.type === 'JSXMemberExpression'
            ? ([node.object, node.property] as const)
            : undefined
    if (!access) return
    const [of, name] = access
    if ((of.type === 'Identifier' || of.type === 'JSXIdentifier') && namespaces.has(of.name))
      facts.ofNamespaces.push({ text: name.type === 'JSXIdentifier' ? name.name : nameOf(name), at: name.start! })
  })
}
