/** Calls as text: the signature, and what there is to say about its parameters and its result. */
import ts from 'typescript'
import type { TypeText, TypeSource, TypeTexts } from './typeText.ts'

export interface Parameter extends TypeSource {
  name: string
  optional: boolean
}

/** How long a line of code may be, so that it fits beside the menu and the contents of the page. */
const LINE = 76

/** Breaks the objects of a type that is too long for a line. */
const breakLines = (text: string, indent: string) =>
  text.length <= LINE
    ? text
    : text.replace(/\{ ([^{}]*) \}/g, (_, fields: string) => {
        const lines = fields.split('; ').map((field) => `${indent}  ${field}\n`)
        return `{\n${lines.join('')}${indent}}`
      })

/**
 * Returns the type of what is optional: `?` says already that it can be undefined. A union with
 * null keeps it, because the compiler can only take away both.
 */
export const withoutUndefined = (checker: ts.TypeChecker, type: ts.Type): ts.Type =>
  type.isUnion() && !type.types.some(({ flags }) => flags & ts.TypeFlags.Null) ? checker.getNonNullableType(type) : type

export const signatureTexts = (checker: ts.TypeChecker, texts: TypeTexts) => {
  const parametersOf = (signature: ts.Signature): Parameter[] =>
    signature.parameters.map((symbol) => {
      const declaration = symbol.valueDeclaration as ts.ParameterDeclaration | undefined
      const optional = !!(declaration?.questionToken || declaration?.initializer)
      const type = checker.getTypeOfSymbol(symbol)
      const isPattern = symbol.name.startsWith('__')
      return {
        name: isPattern ? (/Props$/.test(checker.typeToString(type)) ? 'props' : 'options') : symbol.name,
        optional,
        type: optional ? withoutUndefined(checker, type) : type,
        node: declaration?.type,
      }
    })

  const resultOf = (signature: ts.Signature): TypeSource => ({
    type: signature.getReturnType(),
    node: signature.declaration?.type as ts.TypeNode | undefined,
  })

  const withType = ({ name, optional }: Parameter, text: string) =>
    optional ? `${name}?: ${text.replace(/ \| undefined$/, '')}` : `${name}: ${text}`

  /**
   * Returns a call as it is written: `client.otps.sms.send(destination: string): Promise<OtpSent>`.
   * A name that begins with `new ` says what it returns.
   */
  const signatureText = (name: string, signature: ts.Signature): string => {
    const parameters = parametersOf(signature).map((parameter) => withType(parameter, texts.full(parameter)))
    const generics = (signature.typeParameters ?? []).map(({ symbol }) => symbol.declarations![0]!.getText().replace(/\s+/g, ' '))
    const start = name + (generics.length ? `<${generics.join(', ')}>` : '')
    const result = name.startsWith('new ') ? '' : `: ${texts.full(resultOf(signature))}`
    const line = `${start}(${parameters.join(', ')})${result}`
    if (line.length <= LINE) return line
    if (parameters.length === 0) return `${start}()${breakLines(result, '')}`
    return `${start}(\n${parameters.map((one) => `  ${breakLines(one, '  ')},\n`).join('')})${breakLines(result, '')}`
  }

  /** Returns a function as a type: `(to: string) => Promise<string>`. */
  const arrow = (signature: ts.Signature): TypeText => {
    const parameters = parametersOf(signature).map((parameter) => ({ parameter, ...texts.short(parameter) }))
    const result = texts.short(resultOf(signature))
    return {
      text: `(${parameters.map(({ parameter, text }) => withType(parameter, text)).join(', ')}) => ${result.text}`,
      names: new Map([...parameters, result].flatMap(({ names }) => [...names])),
    }
  }

  return { parametersOf, resultOf, signatureText, arrow }
}
