/**
 * The page of errors: what each code means, from docs/guides/errors.md, and what the visitor reads.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { LatchkeySDKError } from '../../src/api/errors.ts'
import * as nativeClasses from '../../src/entries/compat/nativeErrors.ts'
import { messages } from '../../src/widget/messages.ts'
import type { Chapter } from './chapter.ts'
import { messageAddress, textsOfErrors } from './messages.ts'
import { root, type Sources } from './sources.ts'
import { heading } from './writer.ts'

/** Returns the rows of the table in docs/guides/errors.md, by code. */
export const codesOfGuide = (): Map<string, { event: string; advice: string }> => {
  const text = readFileSync(join(root, 'docs/guides/errors.md'), 'utf8')
  return new Map(
    [...text.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(([, code, event, advice]) => [code!, { event: event!, advice: advice! }]),
  )
}

/** Returns the texts in the union of a type. A type in it that has a name counts as that name. */
export const unionOf = ({ symbolOf }: Sources, name: string): string[] => {
  const alias = symbolOf('src/api/errorCodes.ts', name).declarations!.find(ts.isTypeAliasDeclaration)!
  return (alias.type as ts.UnionTypeNode).types.map((part) =>
    ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? part.literal.text : part.getText(),
  )
}

/** Returns the classes for errors of native SDKs, with their messages, by code. */
export const nativeErrors = (): Map<string, { name: string; message: string }> =>
  new Map(
    Object.entries(nativeClasses).flatMap(([name, Class]) => {
      if (!(Class.prototype instanceof Error)) return []
      const { code, message } = new (Class as new (param: string) => LatchkeySDKError)('{param}')
      return [[code, { name, message }] as const]
    }),
  )

const sentence = (text: string) => text[0]!.toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')

export const errors: Chapter = {
  path: 'errors/',
  title: 'Error codes',
  description: 'Every code of an error, what happened and what to do, and the classes of errors.',
  guide: 'errors.md',
  write: ({ sources, place, declaration, declarations }) => {
    const explainFile = sources.file('src/ui/screen/explain.tsx')
    const ofCodes = textsOfErrors(explainFile, 'codes')
    const ofTypes = textsOfErrors(explainFile, 'types')
    const guideTexts = codesOfGuide()
    const native = nativeErrors()
    const read = (id: string) => `[\`${id}\`](${messageAddress(id)}): ${messages[id as keyof typeof messages]}`
    const visitorsText = (code: string, id: string) => {
      if (code === 'api') return 'A text for its `error_type`: see [below](#types-of-refusals).'
      // src/ui/screen/explain.tsx
      return id === 'error.unexpected' && code !== 'usage' ? 'A text of the screen where it happens.' : read(id)
    }
    const own = unionOf(sources, 'ErrorCode').filter((code) => code !== 'NativeCode')
    const placeType = (name: string) => place(sources.symbolOf('src/widget/publicTypes.ts', name), `\`${name}\``)
    placeType('LatchkeyError')
    const class_ = (name: string, file: string) => {
      placeType(name)
      return declaration(sources.symbolOf(file, name), 3)
    }
    return [
      'Calls that fail reject with an error whose `code` says why. A widget’s `onError` receives the same errors. The codes are stable; the messages are not.',
      heading(2, 'Codes'),
      ...own.flatMap((code) => {
        const { event, advice } = guideTexts.get(code) ?? {}
        return [
          heading(3, `\`${code}\``),
          ...(event ? [`**What happened:** ${sentence(event)}`] : []),
          ...(advice ? [`**What to do:** ${sentence(advice)}`] : []),
          ...(ofCodes[code] ? [`**What the visitor reads:** ${visitorsText(code, ofCodes[code])}`] : []),
        ]
      }),
      heading(2, 'Types of refusals'),
      'An error of code `api` has the provider’s `error_type`. These are the ones that Latchkey knows; the type allows any other text, because the provider adds values at any time. For a type without a message, the visitor reads the provider’s own text.',
      [
        '| error_type | message | what the visitor reads in English |',
        '|---|---|---|',
        ...unionOf(sources, 'KnownErrorType').map((type) => {
          const id = ofTypes[type]
          return `| \`${type}\` | ${id ? `[\`${id}\`](${messageAddress(id)})` : ''} | ${id ? messages[id as keyof typeof messages] : ''} |`
        }),
      ].join('\n'),
      heading(2, 'Classes'),
      'With `latchkey/headless` and `latchkey/b2b` you can use `instanceof`. The entries with screens export these names as types alone.',
      ...class_('LatchkeyAPIError', 'src/api/errors.ts'),
      ...class_('LatchkeyAPISchemaError', 'src/api/errors.ts'),
      ...class_('LatchkeyAPIUnreachableError', 'src/api/baseErrors.ts'),
      ...class_('LatchkeySDKError', 'src/api/baseErrors.ts'),
      ...class_('LatchkeySDKUsageError', 'src/api/usageError.ts'),
      heading(2, 'Types'),
      ...declarations(3, 'src/api/errorCodes.ts', 'src/api/errors.ts', 'src/api/baseErrors.ts', 'src/api/unrecoverable.ts'),
      heading(2, 'Codes of native SDKs'),
      'Errors of the provider’s native SDKs, which an app reports to a page in it. `latchkey/compat` and its siblings have a class for each.',
      [
        '| code | class | message |',
        '|---|---|---|',
        ...unionOf(sources, 'NativeCode').map((code) => {
          const { name, message } = native.get(code) ?? {}
          return `| \`${code}\` | ${name ? `\`${name}\`` : ''} | ${message ?? ''} |`
        }),
      ].join('\n'),
    ]
  },
}
