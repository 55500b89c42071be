/**
 * Declarations as Markdown: options by their paths, methods with their signatures, types with their
 * fields.
 */
import GithubSlugger from 'github-slugger'
import ts from 'typescript'
import { docstringOf, type Docstring } from './docstring.ts'
import { shapes, type Field, type Shape } from './shape.ts'
import { signatureTexts, withoutUndefined } from './signatures.ts'
import { declarationsIn, homeFile, type Sources } from './sources.ts'
import { linkedType, typeTexts, type TypeSource } from './typeText.ts'

/** Where a symbol is described. */
export interface Place {
  /** The path of the page. */
  page: string
  /** The text of the heading; empty for the whole page. */
  heading: string
  /** On the site: `/reference/config/#product`. */
  address: string
  /** Whether a page names the symbol. Any other symbol is on the page that lists its file. */
  isNamed: boolean
}

/** What the pages know of each other, from the last time that they were written. */
export interface Book {
  sources: Sources
  places: Map<ts.Symbol, Place>
  /** Symbols that a text has named. */
  mentions: Set<ts.Symbol>
  /**
   * Options, methods, fields and types that a page shows without a description:
   * `config/: legal.termsURL`.
   */
  gaps: string[]
}

/** Returns the anchor of a heading. */
export const anchor = (heading: string): string => new GithubSlugger().slug(heading)

const silent: Docstring = { text: '', params: {}, throws: [], internal: false }

export const heading = (level: number, text: string): string => `${'#'.repeat(level)} ${text}`
/**
 * Returns a signature as code. The second word after the fence tells it from samples, which
 * compile.
 */
const code = (text: string) => '```ts signature\n' + text + '\n```'
const isLinked = (text: string) => text.includes('](') || text.includes('<a ')

/**
 * Writes the declarations of one page. `last` is the book as it was, and `next` the one that is
 * being written.
 */
export const writer = (path: string, last: Book, next: Book) => {
  const { sources } = last
  const { checker } = sources
  const texts = typeTexts(checker)
  const { parametersOf, resultOf, signatureText, arrow } = signatureTexts(checker, texts)
  const isDescribed = (symbol: ts.Symbol) => next.mentions.add(symbol) && last.places.has(symbol)
  const addressOf = (symbol: ts.Symbol) => (isDescribed(symbol) ? last.places.get(symbol)!.address : undefined)
  const { fieldsOf, shapeOf } = shapes(checker, { linkOf, isDescribed, isExported: (symbol) => sources.exportedNames.has(symbol) })

  function linkOf(name: ts.EntityName | ts.JSDocMemberName) {
    const symbol = checker.getSymbolAtLocation(name)
    return symbol && addressOf(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  }

  /**
   * Notes that a symbol is described below this heading of the page; without one, by the whole
   * page.
   */
  const place = (symbol: ts.Symbol, below = '', isNamed = true) => {
    // what a page names is there, whatever page lists its file
    if (!next.places.has(symbol) || (isNamed && !next.places.get(symbol)!.isNamed))
      next.places.set(symbol, { page: path, heading: below, address: '', isNamed })
  }

  const linkText = (typed: TypeSource) => linkedType(texts.short(typed), addressOf)
  const saysOf = (declarations: readonly ts.Node[]) => docstringOf(declarations, linkOf)
  const says = (symbol: ts.Symbol) => saysOf(symbol.declarations ?? [])

  /** Notes what lacks a description. */
  const noteGap = (name: string, docstring: Docstring): Docstring => {
    if (!docstring.text && !docstring.default && docstring.deprecated === undefined) next.gaps.push(`${path}: ${name}`)
    return docstring
  }

  const paragraphs = ({ text, deprecated }: Docstring) => [
    ...(deprecated === undefined ? [] : [`**Deprecated:** ${deprecated}`]),
    ...(text ? [text] : []),
  ]

  /** Writes the fields of an object as a list with the fields of the objects inside it. */
  const list = ({ bases, fields, alternatives }: Shape, indent = ''): string[] => [
    ...bases.map((base) => `${indent}- the fields of ${linkText(base)}`),
    ...fields.flatMap((field) => item(field, field.symbol.declarations ? noteGap(field.name, field.says) : field.says, indent)),
    ...alternatives.flatMap((one, at) => [`${indent}- ${at === 0 ? 'either' : 'or'}`, ...list(one, `${indent}  `)]),
  ]

  const item = (field: TypeSource & Pick<Field, 'name' | 'optional'> & Partial<Field>, docstring: Docstring, indent: string): string[] => {
    const { text, default: fallback, deprecated } = docstring
    const name = `**\`${field.name}${field.optional ? '?' : ''}\`**`
    const [signature, ...overloads] = field.signatures ?? []
    const { text: typeText, names } = signature ? arrow(signature) : texts.short(field)
    const type = linkedType({ text: field.optional ? typeText.replace(/ \| undefined$/, '') : typeText, names }, addressOf)
    const description = [deprecated && `Deprecated: ${deprecated}`, text, fallback && `Default: ${fallback}.`].filter(Boolean).join(' ')
    return [
      `${indent}- ${name} ${type}${description && `: ${description.replaceAll('\n', `\n${indent}  `)}`}`,
      ...overloads.map((other) => `${indent}  - or ${linkedType(arrow(other), addressOf)}`),
      ...list({ ...shapeOf(withoutUndefined(checker, field.type), false), bases: [] }, `${indent}  `),
    ]
  }

  /** Writes what a call takes and returns, unless its signature says it. */
  const details = (signature: ts.Signature, { params, throws }: Docstring, isConstructor: boolean): string[] => {
    const parameterLines = parametersOf(signature).flatMap((parameter) => {
      const text = params[parameter.name] ?? ''
      const lines = item(parameter, { ...silent, text }, '')
      return text || lines.length > 1 || isLinked(lines[0]!) ? lines : []
    })
    const result = resultOf(signature)
    const promiseResult = result.type.symbol?.name === 'Promise' ? checker.getTypeArguments(result.type as ts.TypeReference)[0] : undefined
    const { node } = result
    const inside =
      node && promiseResult && ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1 ? node.typeArguments[0] : undefined
    const text = linkText(promiseResult ? { type: promiseResult, node: inside } : result)
    const fields = list({ ...shapeOf(promiseResult ?? result.type, false), bases: [] }, '  ')
    const resultLines =
      !isConstructor && (fields.length > 0 || isLinked(text)) ? [`- ${promiseResult ? 'resolves with' : 'returns'} ${text}`, ...fields] : []
    const lines = [...parameterLines, ...resultLines]
    return [...(lines.length ? [lines.join('\n')] : []), ...throws.map((one) => `Throws ${one}.`)]
  }

  const call = (name: string, signature: ts.Signature, docstring: Docstring): string[] => [
    code(signatureText(name, signature)),
    ...details(signature, docstring, name.startsWith('new ')),
  ]

  /**
   * Writes the options of an interface, a heading for each. An interface of the same file is
   * written where an option has it, by the path of the option. `more` returns what else there is to
   * say about an option.
   */
  const options = (file: string, name: string, more: (path: string, docstring: Docstring) => string[] = () => []): string[] => {
    const write = (object: ts.Type, prefix: string, level: number): string[] =>
      fieldsOf(object).flatMap((field) => {
        const at = prefix + field.name
        const { says: docstring, signatures, optional, type } = field
        const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0]! : type
        const owner = element.aliasSymbol ?? element.symbol
        const isNested = !element.getCallSignatures().length && !!owner && homeFile(owner) === file && fieldsOf(element).length > 0
        const hasName = isNested && element.isClassOrInterface()
        if (hasName) place(element.symbol, `\`${at}\``)
        const facts = [
          ...(signatures.length || (isNested && !hasName)
            ? []
            : [`Type: ${hasName && element === type ? `\`${element.symbol.name}\`` : linkText(field)}`]),
          ...(optional || signatures.length ? [] : ['required']),
          ...(docstring.default ? [`Default: ${docstring.default}`] : []),
        ]
        return [
          heading(Math.min(level, 4), `\`${at}\``),
          ...paragraphs(noteGap(at, docstring)),
          ...(facts.length ? [facts.join(' · ')] : []),
          ...signatures.flatMap((signature) => call(field.name, signature, docstring)),
          ...more(at, docstring),
          ...(isNested ? write(element, at + (element === type ? '.' : '[].'), level + 1) : []),
        ]
      })
    const symbol = sources.symbolOf(file, name)
    place(symbol)
    return [`The type is \`${name}\`.`, ...write(checker.getDeclaredTypeOfSymbol(symbol), '', 2)]
  }

  /**
   * Writes the methods of an object, a heading for each, with those of the objects inside it by
   * their paths. `prefix` is what a host writes before the path.
   */
  const methods = (
    object: ts.Type,
    prefix: string,
    { level = 3, at = '', isShown = () => true }: { level?: number; at?: string; isShown?: (field: Field) => boolean } = {},
  ): string[] => {
    const fields = fieldsOf(object).filter(isShown)
    // `oauth.google`, `oauth.apple` and so on: many names for the same thing, which no docstring
    // tells apart
    const nameless = fields.filter(({ says: { text }, signatures }) => !text && signatures.length === 0)
    const [first, second] = nameless
    const alike =
      first && second
        ? [
            heading(level, `\`${at}${first.name}\`, \`${at}${second.name}\` and so on`),
            `All of these have the same methods: ${nameless.map(({ name }) => `\`${at}${name}\``).join(', ')}.`,
            ...methods(first.type, prefix, { level: level + 1, at: `${at}${first.name}.` }),
          ]
        : []
    const others = fields.filter((field) => !second || !nameless.includes(field))
    return [
      ...alike,
      ...others.flatMap((field): string[] => {
        const name = at + field.name
        const { says: docstring, signatures } = field
        if (signatures.length)
          return [
            heading(level, `\`${name}()\``),
            ...paragraphs(noteGap(name, docstring)),
            ...signatures.flatMap((signature) => call(prefix + name, signature, docstring)),
          ]
        const inside = methods(field.type, prefix, { level: Math.min(level + 1, 5), at: `${name}.` })
        return [
          heading(level, `\`${name}\``),
          ...paragraphs(noteGap(name, docstring)),
          ...(inside.length ? inside : [`Type: ${linkText(field)}`]),
        ]
      }),
    ]
  }

  /** Returns the values of a union, if the source says something about each of them. */
  const values = (node: ts.TypeNode): string[] => {
    if (!ts.isUnionTypeNode(node)) return []
    const source = node.getSourceFile().text
    const parts = node.types.map((part) => {
      const comments = (ts.getLeadingCommentRanges(source, part.pos) ?? []).map(({ pos, end }) => source.slice(pos, end))
      const comment = comments.filter((text) => text.startsWith('/**')).join(' ')
      return {
        part,
        comment: comment
          .replace(/^\/\*\*|\*\/$/g, '')
          .replace(/\s*\n\s*\*?\s*/g, ' ')
          .trim(),
      }
    })
    if (!parts.some(({ comment }) => comment)) return []
    return [
      parts
        .map(({ part, comment }) => `- ${linkText({ type: checker.getTypeFromTypeNode(part), node: part })}${comment && `: ${comment}`}`)
        .join('\n'),
    ]
  }

  const classBody = (symbol: ts.Symbol, name: string): string[] => {
    const [creation] = checker.getTypeOfSymbol(symbol).getConstructSignatures()
    const docstring = saysOf(creation?.declaration ? [creation.declaration] : [])
    const fields = list(shapeOf(checker.getDeclaredTypeOfSymbol(symbol)))
    // without a docstring, only Latchkey itself calls it
    return [...(creation && docstring.text ? [docstring.text, ...call(`new ${name}`, creation, docstring)] : []), fields.join('\n')]
  }

  const valueBody = (symbol: ts.Symbol, name: string, docstring: Docstring): string[] => {
    const type = checker.getTypeOfSymbol(symbol)
    const signatures = type.getCallSignatures()
    if (signatures.length) return signatures.flatMap((signature) => call(name, signature, docstring))
    const declaration = symbol.valueDeclaration
    const node = declaration && ts.isVariableDeclaration(declaration) ? declaration.type : undefined
    return [`Type: ${linkText({ type, node })}`]
  }

  const typeBody = (symbol: ts.Symbol, name: string, docstring: Docstring): string[] => {
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    const signatures = type.getCallSignatures()
    if (signatures.length) return signatures.flatMap((signature) => call(name, signature, docstring))
    const node = symbol.declarations?.[0]
    const alias = node && ts.isTypeAliasDeclaration(node) ? node : undefined
    const generics = (node && (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.typeParameters) || []
    // another name for a type that is described elsewhere
    if (alias && ts.isTypeReferenceNode(alias.type) && isLinked(linkText({ type, node: alias.type })))
      return [`Type: ${linkText({ type, node: alias.type })}`]
    const fields = alias && ts.isMappedTypeNode(alias.type) ? [] : list(shapeOf(type))
    const parameters = generics.length ? [`With type parameters: \`${name}<${generics.map((one) => one.getText()).join(', ')}>\``] : []
    if (fields.length) return [...parameters, fields.join('\n')]
    if (!alias) return []
    if (generics.length || ts.isMappedTypeNode(alias.type))
      return [...parameters, `Type: ${linkedType(texts.ofNode(alias.type), addressOf)}`]
    const valueLines = values(alias.type)
    return valueLines.length ? valueLines : [`Type: ${linkText({ type, node: alias.type })}`]
  }

  const isFunction = (symbol: ts.Symbol) =>
    !!(symbol.flags & ts.SymbolFlags.Value) && checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0

  /** Writes one declaration below a heading. `name` is what hosts import it by. */
  const declaration = (symbol: ts.Symbol, level: number, name = symbol.name, isNamed = true): string[] => {
    const title = isFunction(symbol) ? `\`${name}()\`` : `\`${name}\``
    place(symbol, title, isNamed)
    const docstring = says(symbol)
    const body =
      symbol.flags & ts.SymbolFlags.Class
        ? classBody(symbol, name)
        : symbol.flags & ts.SymbolFlags.Value
          ? valueBody(symbol, name, docstring)
          : typeBody(symbol, name, docstring)
    return [
      heading(level, title),
      ...paragraphs(noteGap(name, docstring)),
      ...(docstring.default ? [`Default: ${docstring.default}.`] : []),
      ...body.filter(Boolean),
    ]
  }

  /**
   * Writes what these files export to hosts, and the types that some text names, unless they are
   * described elsewhere: what hosts call, then types.
   */
  const declarations = (level: number, ...files: string[]): string[] => {
    const isValue = (symbol: ts.Symbol) => !!(symbol.flags & ts.SymbolFlags.Value)
    const symbols = files
      .flatMap((file) => declarationsIn(sources.file(file), checker))
      .filter((symbol) => sources.exportedNames.has(symbol) || (!isValue(symbol) && last.mentions.has(symbol)))
      .filter((symbol) => !last.places.get(symbol)?.isNamed)
    return [...symbols.filter(isValue), ...symbols.filter((symbol) => !isValue(symbol))].flatMap((symbol) =>
      declaration(symbol, level, sources.exportedNames.get(symbol), false),
    )
  }

  return {
    sources,
    checker,
    place,
    says,
    saysOf,
    linkText,
    paragraphs,
    list,
    call,
    options,
    methods,
    declaration,
    declarations,
    fieldsOf,
    shapeOf,
    addressOf,
  }
}
export type Writer = ReturnType<typeof writer>
