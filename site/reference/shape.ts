/** What an object has: its fields, and the types that it takes others from. */
import ts from 'typescript'
import { docstringOf, type Docstring, type LinkOf } from './docstring.ts'
import { withoutUndefined } from './signatures.ts'
import { pathOf } from './sources.ts'
import type { TypeSource } from './typeText.ts'

export interface Field extends TypeSource {
  name: string
  optional: boolean
  says: Docstring
  /** Not empty if the field is a function. */
  signatures: readonly ts.Signature[]
  symbol: ts.Symbol
}

export interface Shape {
  /** Types that have a name, whose fields the object also has. */
  bases: TypeSource[]
  fields: Field[]
  /** If the object is one of several. */
  alternatives: Shape[]
}

const nothing: Shape = { bases: [], fields: [], alternatives: [] }

const join = (shapes: Shape[]): Shape => ({
  bases: shapes.flatMap(({ bases }) => bases),
  fields: shapes.flatMap(({ fields }) => fields),
  alternatives: shapes.flatMap(({ alternatives }) => alternatives),
})

/** Types of the language whose arguments are what matters. */
const wrappers = new Set(['Array', 'ReadonlyArray', 'Promise'])

const isOurs = (symbol: ts.Symbol | undefined) => symbol?.declarations?.some((node) => pathOf(node).startsWith('src/')) ?? false

/** Returns the symbol that names a type. */
const nameOf = ({ aliasSymbol, symbol }: ts.Type): ts.Symbol | undefined =>
  aliasSymbol ?? (symbol && symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class) ? symbol : undefined)

/** Returns the declared type of a property, method or variable. */
const typeNodeOf = (symbol: ts.Symbol): ts.TypeNode | undefined => {
  const node = symbol.valueDeclaration ?? symbol.declarations?.[0]
  return node && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) ? node.type : undefined
}

/**
 * Types that hosts only pass on: what `createClient` gives to a part, and what a command of Cypress
 * returns.
 */
const opaque = new Set(['Core', 'Chainable'])

interface ShapeContext {
  linkOf: LinkOf
  /** Whether the type has a place of its own on the site. */
  isDescribed: (symbol: ts.Symbol) => boolean
  isExported: (symbol: ts.Symbol) => boolean
}

export const shapes = (checker: ts.TypeChecker, { linkOf, isDescribed, isExported }: ShapeContext) => {
  const fieldOf = (symbol: ts.Symbol): Field => {
    const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
    const type = checker.getTypeOfSymbol(symbol)
    const node = typeNodeOf(symbol)
    const declaredType = node && checker.getTypeFromTypeNode(node)
    return {
      name: symbol.name,
      optional,
      says: docstringOf(symbol.declarations ?? [], linkOf),
      type: optional ? withoutUndefined(checker, type) : type,
      // a mapped type can have changed it
      node: declaredType === type || (optional && declaredType === checker.getNonNullableType(type)) ? node : undefined,
      signatures: (optional ? checker.getNonNullableType(type) : type).getCallSignatures(),
      symbol,
    }
  }

  /** Returns the fields of a type that hosts see, with those that it inherits. */
  const fieldsOf = (type: ts.Type): Field[] =>
    checker
      .getPropertiesOfType(type)
      // a key of a mapped type is declared nowhere
      .filter(
        (symbol) =>
          (isOurs(symbol) || (!symbol.declarations && isOurs(checker.getTypeOfSymbol(symbol).symbol))) &&
          !symbol.name.startsWith('__@') &&
          symbol.name !== 'prototype',
      )
      .map(fieldOf)
      .filter(({ says }) => !says.internal)

  /**
   * Returns the fields that the declarations of an interface or a class list, and the types that
   * they extend. Types that hosts cannot import are written out.
   */
  const ownShape = (type: ts.InterfaceType): Shape => {
    const declarations = (type.symbol.declarations ?? []).filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
    const parents = declarations.flatMap(({ heritageClauses = [] }) =>
      heritageClauses.filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword).flatMap(({ types }) => [...types]),
    )
    const own = fieldsOf(type).filter(({ symbol }) =>
      symbol.declarations?.some(({ parent }) => (declarations as ts.Node[]).includes(parent)),
    )
    const names = new Set(own.map(({ name }) => name))
    const bases = parents.map((node): Shape => {
      const base = checker.getTypeAtLocation(node)
      const baseSymbol = nameOf(base)
      if (baseSymbol && isExported(baseSymbol) && isDescribed(baseSymbol)) return { ...nothing, bases: [{ type: base, node }] }
      const shape = shapeOf(base)
      return { ...shape, fields: shape.fields.filter(({ name }) => !names.has(name)) }
    })
    return join([...bases, { ...nothing, fields: own }])
  }

  /**
   * Returns the fields of an object that has no name of its own, wherever they are in the type: in
   * a list, in a promise, in a union.
   */
  const shapeOf = (type: ts.Type, isTop = true): Shape => {
    const typeSymbol = nameOf(type)
    if (opaque.has(typeSymbol?.name ?? '')) return nothing
    if (!isTop && typeSymbol && isDescribed(typeSymbol)) return { ...nothing, bases: [{ type }] }
    if (type.isUnion()) {
      const parts = type.types.map((part) => shapeOf(part, false))
      if (!parts.some(({ fields }) => fields.length > 0)) return nothing
      const objects = parts.filter(({ fields, bases }) => fields.length + bases.length > 0)
      return objects.length > 1 ? { ...nothing, alternatives: objects } : objects[0]!
    }
    if (type.isIntersection()) return join(type.types.map((part) => shapeOf(part, false)))
    const inner = type.aliasTypeArguments ?? (wrappers.has(type.symbol?.name) ? checker.getTypeArguments(type as ts.TypeReference) : [])
    // `Partial<Project>`
    if (!isTop && inner.some((part) => nameOf(part) && isDescribed(nameOf(part)!))) return { ...nothing, bases: [{ type }] }
    if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0) return nothing
    if (type.symbol && isOurs(type.symbol) && type.isClassOrInterface()) return ownShape(type)
    const fields = fieldsOf(type)
    if (fields.length > 0) return { ...nothing, fields }
    return join(inner.map((part) => shapeOf(part, false)).map((shape) => ({ ...shape, bases: [] })))
  }

  return { fieldsOf, shapeOf, fieldOf }
}
