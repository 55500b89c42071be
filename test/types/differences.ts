/**
 * Finds where two types differ. TypeScript only says whether one type is assignable to another;
 * this finds the properties, parameters and return types that cause the difference.
 */
import ts from 'typescript'

/**
 * How the second type relates to the first: it lacks a property (`missing`) or requires one more
 * (`extra`), only it is assignable to the first (`narrower`), only the first is assignable to it
 * (`wider`), or neither is (`other`).
 */
export type Kind = 'missing' | 'extra' | 'narrower' | 'wider' | 'other'

export interface Difference {
  /**
   * A path from the nearest named type of the first side, such as `Organization.email_invites`.
   * `[]` is an element, `(0)` a parameter, `()` the result of a call.
   */
  at: string
  kind: Kind
  first: string
  second: string
}

/** The relation of two sets. */
const relationOf = (isFirstInSecond: boolean, isSecondInFirst: boolean): Kind | undefined => {
  if (isFirstInSecond) return isSecondInFirst ? undefined : 'wider'
  return isSecondInFirst ? 'narrower' : 'other'
}

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void
const OBJECT = ts.TypeFlags.Object | ts.TypeFlags.Intersection

const partsOf = (type: ts.Type) => (type.isUnion() ? type.types : [type])
const isAnyOrUnknown = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
const isOptional = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Optional) !== 0
const isOfObjects = (type: ts.Type) => partsOf(type).every(({ flags }) => (flags & OBJECT) !== 0)
/** Leaves out symbols, private members and `prototype`, which is compared as a type of its own. */
const isPublic = (property: ts.Symbol) =>
  !property.name.startsWith('__@') &&
  property.name !== 'prototype' &&
  !property.declarations?.some(
    (declaration) => ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  )

/**
 * Collects differences over several comparisons, and compares no pair twice. `names` are the types
 * of the first side that can begin a path.
 */
export const differences = (program: ts.Program, names: ReadonlySet<string>) => {
  const checker = program.getTypeChecker()
  const found = new Map<string, Difference>()
  /**
   * Whether a pair differs. A pair whose comparison is still running counts as equal, because a
   * type can contain itself.
   */
  const compared = new Map<string, boolean>()
  const ids = new Map<ts.Type, number>()
  const idOf = (type: ts.Type) => ids.get(type) ?? ids.set(type, ids.size).get(type)

  const textOf = (type: ts.Type) => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  /**
   * Whether a type comes from JavaScript or the browser, except results of `Pick` and similar
   * types.
   */
  const fromLibrary = (type: ts.Type) =>
    (type.symbol?.name.startsWith('__') ? [] : (type.symbol?.declarations ?? [])).some((declaration) =>
      program.isSourceFileDefaultLibrary(declaration.getSourceFile()),
    )
  const report = (at: string, kind: Kind, first: ts.Type | undefined, second: ts.Type | undefined) => {
    found.set(`${at} ${kind}`, { at, kind, first: first ? textOf(first) : '', second: second ? textOf(second) : '' })
    return true
  }
  const argumentOf = (type: ts.Type, name: string) =>
    type.symbol?.name === name && fromLibrary(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
  const nameOf = (type: ts.Type) => {
    const name = (type.aliasSymbol ?? type.symbol)?.name
    return name && names.has(name) && !fromLibrary(type) ? name : undefined
  }

  /** Compares all items of a list; `each` returns whether one differs. */
  const some = <Item>(items: readonly Item[], each: (item: Item, at: number) => boolean) =>
    items.reduce((any, item, at) => each(item, at) || any, false)

  /** Whether a property is not what every element of a page has. */
  const isOwn = (property: ts.Symbol) =>
    isPublic(property) && !property.declarations?.every((declaration) => program.isSourceFileDefaultLibrary(declaration.getSourceFile()))

  const compareProperties = (at: string, first: ts.Type, second: ts.Type) => {
    const ofFirst = checker.getPropertiesOfType(first).filter(isOwn)
    const isExtra = (property: ts.Symbol) => isOwn(property) && !isOptional(property) && !checker.getPropertyOfType(first, property.name)
    const indexed = checker.getIndexTypeOfType(second, ts.IndexKind.String)
    const theirIndexed = checker.getIndexTypeOfType(first, ts.IndexKind.String)
    const inFirst = some(ofFirst, (property) => {
      const path = `${at}.${property.name}`
      const counterpart = checker.getPropertyOfType(second, property.name)
      const type = checker.getTypeOfSymbol(property)
      const other = counterpart ? checker.getTypeOfSymbol(counterpart) : indexed
      return other ? compare(path, type, other) : report(path, 'missing', type, undefined)
    })
    const inSecond = some(checker.getPropertiesOfType(second).filter(isExtra), (property) =>
      report(`${at}.${property.name}`, 'extra', undefined, checker.getTypeOfSymbol(property)),
    )
    const inIndex =
      theirIndexed !== undefined &&
      (indexed ? compare(`${at}.*`, theirIndexed, indexed) : report(`${at}.*`, 'missing', theirIndexed, undefined))
    return inFirst || inSecond || inIndex
  }

  /** A parameter's type, or the types of a rest parameter. */
  const typesOf = (parameter: ts.Symbol) => {
    const type = checker.getTypeOfSymbol(parameter)
    const isRest = parameter.valueDeclaration && ts.isParameter(parameter.valueDeclaration) && parameter.valueDeclaration.dotDotDotToken
    return isRest && checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [type]
  }

  const compareParameters = (at: string, first: ts.Signature, second: ts.Signature) => {
    const [given, taken] = [first, second].map((signature) => signature.getParameters().flatMap(typesOf)) as [ts.Type[], ts.Type[]]
    return some(given.length > taken.length ? given : taken, (_, index) => {
      const [one, other] = [given[index], taken[index]]
      if (one && other) return compare(`${at}(${index})`, one, other)
      if (one) return report(`${at}(${index})`, 'missing', one, undefined)
      return partsOf(other!).some(({ flags }) => flags & ABSENT) ? false : report(`${at}(${index})`, 'extra', undefined, other)
    })
  }

  const compareCalls = (at: string, first: ts.Signature, second: ts.Signature) => {
    // Only TypeScript can match the type parameters of two calls.
    if (first.typeParameters || second.typeParameters) return undefined
    const inParameters = compareParameters(at, first, second)
    // A caller who is promised nothing does not look at the result.
    const promised = argumentOf(first.getReturnType(), 'Promise') ?? first.getReturnType()
    const inAnswer = !(promised.flags & ts.TypeFlags.Void) && compare(`${at}()`, first.getReturnType(), second.getReturnType())
    return inParameters || inAnswer || undefined
  }

  /**
   * The members of a union by the literal that distinguishes them, or undefined if there is none.
   */
  const byLiteral = (type: ts.Type, property: string) => {
    const entries = partsOf(type).map((part): [string, ts.Type] | undefined => {
      const symbol = checker.getPropertyOfType(part, property)
      const literal = symbol && checker.getTypeOfSymbol(symbol)
      return literal && (literal.isLiteral() || literal.flags & ts.TypeFlags.BooleanLiteral) ? [textOf(literal), part] : undefined
    })
    const map = new Map(entries.filter((entry) => entry !== undefined))
    return map.size === entries.length ? map : undefined
  }

  const compareUnions = (at: string, first: ts.Type, second: ts.Type) => {
    for (const { name } of checker.getPropertiesOfType(first)) {
      const [ofFirst, ofSecond] = [byLiteral(first, name), byLiteral(second, name)]
      if (!ofFirst || !ofSecond) continue
      const inFirst = some([...ofFirst], ([literal, part]) => {
        const other = ofSecond.get(literal)
        const path = `${at}<${literal}>`
        return other ? compare(path, part, other) : report(path, 'missing', part, undefined)
      })
      const inSecond = some(
        [...ofSecond],
        ([literal, part]) => !ofFirst.has(literal) && report(`${at}<${literal}>`, 'extra', undefined, part),
      )
      return inFirst || inSecond
    }
    return compareProperties(at, first, second)
  }

  /** Whether parts of the types differ, or undefined if the parts cannot decide it. */
  const compareParts = (at: string, first: ts.Type, second: ts.Type): boolean | undefined => {
    for (const name of ['Promise', 'Array']) {
      const [one, other] = [argumentOf(first, name), argumentOf(second, name)]
      if (one && other) return compare(name === 'Array' ? `${at}[]` : at, one, other)
    }
    if (!isOfObjects(first) || !isOfObjects(second) || partsOf(first).some(fromLibrary) || partsOf(second).some(fromLibrary))
      return undefined
    const signatures = (kind: ts.SignatureKind) => [first, second].map((type) => checker.getSignaturesOfType(type, kind))
    const [calls, others] = signatures(ts.SignatureKind.Call)
    if (calls!.length === 1 && others!.length === 1) return compareCalls(at, calls![0]!, others![0]!)
    const inProperties = (first.isUnion() && second.isUnion() ? compareUnions : compareProperties)(at, first, second)
    const [maker, otherMaker] = signatures(ts.SignatureKind.Construct).map((list) => list[0])
    // The instance type of a class has been compared as a type.
    return maker && otherMaker ? compareParameters(at, maker, otherMaker) || inProperties : inProperties || undefined
  }

  const compareAbsence = (at: string, first: ts.Type, second: ts.Type) => {
    const [one, other] = [first, second].map(
      (type) => new Set(partsOf(type).flatMap(({ flags }) => (flags & ts.TypeFlags.Null ? ['null'] : flags & ABSENT ? ['undefined'] : []))),
    )
    const kind = relationOf(
      [...one!].every((absent) => other!.has(absent)),
      [...other!].every((absent) => one!.has(absent)),
    )
    return kind ? report(at, kind, first, second) : false
  }

  /** Records the differences, and returns whether there is one. */
  const compare = (path: string, first: ts.Type, second: ts.Type): boolean => {
    if (first === second) return false
    if (isAnyOrUnknown(first) || isAnyOrUnknown(second)) {
      const kind = relationOf(isAnyOrUnknown(second), isAnyOrUnknown(first))
      return kind ? report(path, kind, first, second) : false
    }
    const inAbsence = compareAbsence(path, first, second)
    const [one, other] = [checker.getNonNullableType(first), checker.getNonNullableType(second)]
    const at = nameOf(one) ?? path
    const key = `${at} ${idOf(one)} ${idOf(other)}`
    if (!compared.has(key)) {
      compared.set(key, false)
      const inParts = compareParts(at, one, other)
      const kind =
        inParts !== undefined ? undefined : relationOf(checker.isTypeAssignableTo(one, other), checker.isTypeAssignableTo(other, one))
      compared.set(key, kind ? report(at, kind, one, other) : inParts === true)
    }
    return inAbsence || compared.get(key)!
  }

  return { compare, found }
}
