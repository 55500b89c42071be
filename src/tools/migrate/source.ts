/**
 * What a program says about the provider's SDK and about other files of its application. What
 * becomes of it is decided where all files are known (application.ts).
 */
import { unusedThemeValues } from '../../entries/compat/unusedThemeValues.ts'
import { entryAt, missingOptions, providerEntry } from './counterparts.ts'
import type { Leftover } from './edits.ts'
import { type File, type Language, literalOf, type Node, programIn, walk } from './program.ts'

/** Where a program names an entry of the provider, and what it takes from there. */
export interface Reference {
  entry: string
  /** Where it is in the text, without its quotes. */
  start: number
  end: number
  /** The address of a network that serves packages, if the program names that. */
  address?: string
  /** The names that it takes; undefined if they are not known. */
  names?: { text: string; at: number }[]
  /** Whether a test replaces the module. */
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
  /** The names under which it has what it takes, which it may render. */
  locals: string[]
  /** Whether it takes types from there. */
  takesTypes: boolean
}

/** What a program says. */
export interface SourceFacts {
  references: Reference[]
  imports: Import[]
  /** Whether it takes types of the provider. */
  takesTypes: boolean
  /** Whether it begins with 'use client'. */
  isClient: boolean
  /** What it takes from a namespace such as `import * as stytch`. */
  ofNamespaces: { text: string; at: number }[]
  /** Options without a counterpart. */
  options: Leftover[]
}

/** The functions of test runners that replace a module, which is their first argument. */
const mocks = /^(?:jest|vi|vitest)\.(?:mock|doMock|setMock|unstable_mockModule)$|^(?:\w+\.)?mock\.module$/

/** Their other functions whose first argument is the name of a module. */
const besideMocks =
  /^(?:jest|vi|vitest)\.(?:unmock|doUnmock|dontMock|hoisted|deepUnmock|requireActual|requireMock|createMockFromModule|importActual|importMock)$/

const isMock = (node: Node | undefined, literal: Node) =>
  node?.type === 'CallExpression' && mocks.test(dottedName(node.callee)) && node.arguments[0] === literal

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
  /** Whether it takes no more than the file's components, to render them, and under which name. */
  rendersOnly?: boolean
  component?: string
  /** Whether a test puts something in its place. */
  isMock?: boolean
}

/** The settings of bundlers and of Jest that list modules, or whose keys say what replaces them. */
const settings = /^(?:optimizeDeps|manualChunks|external|alias|moduleNameMapper)$/

/** Returns whether an expression is one of them, such as `config.resolve!.alias`. */
const isSetting = (node: Node): boolean => {
  if (node.type === 'Identifier') return settings.test(node.name)
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression')
    return isSetting(node.object) || (!node.computed && isSetting(node.property))
  if (node.type === 'LogicalExpression') return isSetting(node.left)
  return 'expression' in node && typeof node.expression === 'object' && isSetting(node.expression)
}

/** Returns whether what is in a node becomes part of a setting. */
const writesSetting = (node: Node): boolean => {
  switch (node.type) {
    case 'ObjectProperty':
      return settings.test(nameOf(node.key))
    case 'VariableDeclarator':
      return isSetting(node.id)
    case 'AssignmentExpression':
      return isSetting(node.left)
    case 'MemberExpression':
      return isSetting(node.object)
    case 'CallExpression':
      return [node.callee, ...node.arguments.slice(0, dottedName(node.callee) === 'Object.assign' ? 1 : 0)].some(isSetting)
    default:
      return false
  }
}

/** Returns whether a text says which module a setting replaces. */
const isReplaced = (node: Node, holder: Node | undefined): boolean =>
  holder?.type === 'ObjectProperty'
    ? holder.key === node || nameOf(holder.key) === 'find'
    : holder?.type === 'MemberExpression'
      ? holder.property === node
      : holder?.type === 'CallExpression' && /\.set$/.test(dottedName(holder.callee)) && holder.arguments[0] === node

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
    case 'TSImportType': {
      let first: Node | null | undefined = node.qualifier
      while (first?.type === 'TSQualifiedName') first = first.left
      return { literal: node.argument, names: first ? [{ text: nameOf(first), at: first.start!, isType: true }] : undefined }
    }
    case 'StringLiteral': {
      const [holder] = around
      const isMock = isReplaced(node, holder)
      return (isMock || holder?.type === 'ArrayExpression') && around.some(writesSetting) ? { literal: node, names: [], isMock } : undefined
    }
    case 'CallExpression':
    case 'OptionalCallExpression': {
      const callee = dottedName(node.callee)
      const [literal] = node.arguments
      if (!literal || !(callee === 'Import' || /^require(\.resolve)?$/.test(callee) || mocks.test(callee) || besideMocks.test(callee)))
        return undefined
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
      const declarator = rendersOnly ? around.find(({ type }) => type === 'VariableDeclarator') : undefined
      const component = declarator?.type === 'VariableDeclarator' ? nameOf(declarator.id) : undefined
      // also `vi.mock(import('...'))`
      return { literal, rendersOnly, component, isMock: isMock(node, literal) || isMock(holder, node) }
    }
    default:
      return undefined
  }
}

/** Returns whether a name is read as a type, or as the class that a value is checked for. */
const isTypeName = (node: Node, holder: Node | undefined) =>
  /^TS(?:TypeReference|TypeQuery|QualifiedName|ExpressionWithTypeArguments|InterfaceHeritage|ClassImplements)$/.test(holder?.type ?? '') ||
  (holder?.type === 'BinaryExpression' && holder.operator === 'instanceof' && holder.right === node)

/** Reads a program; undefined if it is not one. */
export const readSource = (text: string, language: Language): SourceFacts | undefined => {
  const file = programIn(text, language)
  if (!file) return undefined
  const facts: SourceFacts = { references: [], imports: [], takesTypes: false, isClient: false, ofNamespaces: [], options: [] }
  facts.isClient = file.program.directives.some(({ value }) => value.value === 'use client')
  const namespaces = new Set<string>()
  const elementNames = new Set<string>()
  const typeNames = new Set<string>()
  const ofProvider: ModuleUse[] = []
  const others: (ModuleUse & { from: string })[] = []
  walk(file.program, (node, around) => {
    if (node.type === 'JSXOpeningElement') elementNames.add(text.slice(node.name.start!, node.name.end!).split('.')[0]!)
    if (node.type === 'Identifier' && isTypeName(node, around[0])) typeNames.add(node.name)
    const use = moduleUseIn(node, around)
    const literal = use && literalOf(use.literal)
    if (!use || literal === undefined) return
    // Jest's keys are patterns, and webpack's may end like one
    const [, before = '', name = '', after = ''] = /^(\^?)(.*?)(\$?)$/s.exec(literal) ?? []
    const entry = providerEntry.exec(name)?.[0] === name ? name : entryAt(name)
    if (entry === undefined) {
      others.push({ ...use, from: name })
      return
    }
    ofProvider.push(use)
    facts.references.push({
      entry,
      start: use.literal.start! + 1 + before.length,
      end: use.literal.end! - 1 - after.length,
      ...(entry !== name && { address: name }),
      ...(use.isMock && { isMock: true }),
      names: use.names?.map(({ text, at }) => ({ text, at })),
    })
    if (use.namespace) namespaces.add(use.namespace)
  })
  const takesTypes = ({ names, namespace, rendersOnly }: ModuleUse) =>
    names
      ? names.some(({ local, isType }) => isType || local === undefined || typeNames.has(local))
      : !rendersOnly && (namespace === undefined || typeNames.has(namespace))
  facts.takesTypes = ofProvider.some(takesTypes)
  for (const use of others) {
    const { from, names, namespace, component, rendersOnly } = use
    facts.imports.push({
      from,
      exchanges: !rendersOnly && exchanges(from, names, namespace, elementNames),
      locals: [...(names ?? []).map(({ local }) => local), namespace, component].filter((name) => name !== undefined),
      takesTypes: takesTypes(use),
    })
  }
  // the types of JavaScript; after `/*` or `//`
  for (const { start, value } of file.comments ?? [])
    for (const { 0: whole, 1: entry = '', 2: type, index } of value.matchAll(/\bimport\(\s*["']([^"'\n]+)["']\s*\)(?:\.(\w+))?/g)) {
      const at = start! + 2 + index + whole.indexOf(entry)
      if (providerEntry.exec(entry)?.[0] !== entry) continue
      facts.references.push({ entry, start: at, end: at + entry.length, names: type ? [{ text: type, at }] : undefined })
      facts.takesTypes = true
    }
  readOptions(file, text, namespaces, facts)
  return facts
}

/** Returns whether a client or a type can go from one file to the other. */
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
      else if (path === 'presentation.theme' && Object.hasOwn(unusedThemeValues, name))
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
      (node.type === 'MemberExpression' && !node.computed) || node.type === 'JSXMemberExpression'
        ? ([node.object, node.property] as const)
        : node.type === 'TSQualifiedName' && ([node.left, node.right] as const)
    if (!access) return
    const [of, name] = access
    if ((of.type === 'Identifier' || of.type === 'JSXIdentifier') && namespaces.has(of.name))
      facts.ofNamespaces.push({ text: name.type === 'JSXIdentifier' ? name.name : nameOf(name), at: name.start! })
  })
}
