/**
 * Compares the answers that a client of the provider's Node SDK gets with the SDK's own
 * declarations.
 */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import * as assert from 'uvu/assert'

const declarations = fileURLToPath(new URL('../../../../node_modules/stytch/types/lib/index.d.ts', import.meta.url))

const options: ts.CompilerOptions = { strict: true, skipLibCheck: true, noEmit: true, types: [], lib: ['lib.es2015.d.ts'] }

/**
 * Finds the SDK's own declarations alone: those of the packages that it uses are large, and no
 * answer contains them.
 */
const createHost = (): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    resolveModuleNameLiterals: (literals, file) =>
      literals.map(({ text }) => (text.startsWith('.') ? ts.resolveModuleName(text, file, options, host) : { resolvedModule: undefined })),
  }
}

const program = ts.createProgram([declarations], options, createHost())
const checker = program.getTypeChecker()

/** The type of what the SDK exports under this name: a class. */
const classType = (name: string) => {
  const source = program.getSourceFile(declarations)!
  const typeSymbol = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).find((symbol) => symbol.name === name)!
  return checker.getDeclaredTypeOfSymbol(typeSymbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(typeSymbol) : typeSymbol)
}

const propertyType = (type: ts.Type, name: string) => {
  const property = checker.getPropertyOfType(type, name)
  return property && checker.getTypeOfSymbol(property)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Says what of a value is not as its type promises. What is optional can be absent or null, as JSON
 * has no `undefined`.
 */
const faultsOf = (value: unknown, type: ts.Type, path: string): string[] => {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
  const as = (kind: string) => (typeof value === kind ? [] : [`${path} is no ${kind}, but ${JSON.stringify(value)}`])
  if (flags & ts.TypeFlags.StringLike) return as('string')
  if (flags & ts.TypeFlags.NumberLike) return as('number')
  if (flags & ts.TypeFlags.BooleanLike) return as('boolean')
  if (type.isUnion()) {
    const each = type.types.map((one) => faultsOf(value, one, path))
    return each.find((faults) => faults.length === 0) ?? each[0]!
  }
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    return Array.isArray(value)
      ? value.flatMap((item, index) => faultsOf(item, element!, `${path}.${index}`))
      : [`${path} is no list, but ${JSON.stringify(value)}`]
  }
  if (!isObject(value)) return [`${path} is no object, but ${JSON.stringify(value)}`]
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const inside = value[property.name]
    const missing = inside === undefined || inside === null
    if (missing && property.flags & ts.SymbolFlags.Optional) return []
    if (missing) return [`${path}.${property.name} is missing`]
    return faultsOf(inside, checker.getNonNullableType(checker.getTypeOfSymbol(property)), `${path}.${property.name}`)
  })
}

/**
 * The same client, which also throws if an answer lacks something that its declaration promises.
 * `name` is that of its class in the SDK.
 */
export const checkAnswers = <Client extends object>(client: Client, name: string): Client => {
  const wrap = (target: object, type: ts.Type, path: string): object =>
    new Proxy(target, {
      get: (_, key) => {
        const member = Reflect.get(target, key, target) as unknown
        const inside = typeof key === 'string' ? propertyType(type, key) : undefined
        if (!inside) return member
        if (typeof member !== 'function') return isObject(member) ? wrap(member, inside, `${path}.${String(key)}`) : member
        return async (...args: unknown[]) => {
          const answer: unknown = await member.apply(target, args)
          const answerType = checker.getAwaitedType(inside.getCallSignatures()[0]!.getReturnType())!
          assert.equal(faultsOf(answer, answerType, `${path}.${String(key)}`), [])
          return answer
        }
      },
    })
  return wrap(client, classType(name), name) as Client
}
