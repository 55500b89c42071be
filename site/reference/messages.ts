/** The pages of the widget's messages: each with its texts in every language. */
import { join } from 'node:path'
import ts from 'typescript'
import { locales, type TextPart } from '../../src/ui/words/language.ts'
import { messages, parts as englishParts } from '../../src/widget/messages.ts'
import type { Chapter } from './chapter.ts'
import { anchor, heading, type Writer } from './writer.ts'

type Texts = Record<string, string>

/** The pages, by the part of a language that contains their messages. */
const pages: Record<TextPart, { path: string; title: string; description: string }> = {
  widget: {
    path: 'first-screen',
    title: 'Messages of the first screen',
    description: 'The texts of the fields and buttons that visitors see first.',
  },
  'widget-later': {
    path: 'every-screen',
    title: 'Messages of every screen',
    description: 'The texts for errors, for email links, and for what any screen can show.',
  },
  'otp-later': { path: 'codes', title: 'Messages of codes', description: 'The texts of the screens for one-time codes.' },
  'passwords-later': { path: 'passwords', title: 'Messages of passwords', description: 'The texts of the screens for passwords.' },
  'passkeys-later': { path: 'passkeys', title: 'Messages of passkeys', description: 'The texts of a log-in with a passkey.' },
  'crypto-later': { path: 'wallets', title: 'Messages of wallets', description: 'The texts of the screens for crypto wallets.' },
  oneTap: {
    path: 'one-tap',
    title: 'Messages of One Tap',
    description: 'What developers read if Google One Tap is set up wrongly. Visitors never see these texts.',
  },
  registration: {
    path: 'passkey-registration',
    title: 'Messages of passkey registration',
    description: 'The texts of the screens that create and list passkeys.',
  },
  secondFactor: {
    path: 'second-factor',
    title: 'Messages of second factors',
    description: 'The texts of the screens that ask for a second factor.',
  },
  account: { path: 'account', title: 'Messages of the account', description: 'The texts of the screens with what belongs to an account.' },
  idp: {
    path: 'consent',
    title: 'Messages of consent screens',
    description: 'The texts of the consent screen and of an app’s request to log out.',
  },
}

/** Returns a language's name in English, by its tag. */
const nameOf = (tag: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag)!

const translations = async (): Promise<[locale: string, texts: Texts][]> =>
  Promise.all(
    locales.map(async (locale): Promise<[string, Texts]> => {
      const module = (await import(`../../src/strings/${locale}.ts`)) as { default: Texts }
      return [locale, module.default]
    }),
  )

const plainEnglish = async () => ((await import('../../src/strings/en-plain.ts')) as { default: Texts }).default

/** A file of messages, with what its docstring says about them. */
export interface MessageFile {
  path: string
  description: string
  ids: string[]
}

/** Returns the files of messages that src/widget/messages.ts lists. */
export const messageFiles = ({ sources, checker, says }: Writer): MessageFile[] => {
  const paths = sources
    .file('src/widget/messages.ts')
    .statements.filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => join('src/widget', (moduleSpecifier as ts.StringLiteral).text))
    .filter((path) => /ords\.ts$/.test(path))
  return [...new Set(paths)].map((path) => {
    const words = sources.symbolOf(path, 'words')
    const ids = checker.getPropertiesOfType(checker.getTypeOfSymbol(words)).map(({ name }) => name)
    return { path, description: says(words).text, ids }
  })
}

/** Escapes a message so that Markdown shows it as it is. */
const escapeMarkup = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_[\]`|\\]/g, '\\$&')

/** Returns the values and tags that a text has, which a text of a host's own has to keep. */
const constraintsOf = (text: string) => [
  ...new Set([...text.matchAll(/\{(\w+)|<(\w+)>/g)].map(([, value, tag]) => (value ? `{${value}}` : `<${tag}>`))),
]

const message = (id: string, english: string, plain: string | undefined, languages: [string, Texts][], when: string | undefined) => {
  const others = languages.filter(([locale]) => locale !== 'en')
  const row = ([locale, texts]: [string, Texts]) =>
    `- ${nameOf(locale)}: <bdi lang="${locale}" dir="${texts.dir}">${escapeMarkup(texts[id]!)}</bdi>`
  const keep = constraintsOf(english)
  return [
    heading(3, `\`${id}\``),
    `**English:** ${escapeMarkup(english)}`,
    ...(when ? [when] : []),
    ...(keep.length ? [`Keep ${keep.map((one) => `\`${one}\``).join(', ')}.`] : []),
    ...(plain && plain !== english ? [`**Plain English:** ${escapeMarkup(plain)}`] : []),
    `<details><summary>In ${others.length} more languages</summary>`,
    others.map(row).join('\n'),
    '</details>',
  ]
}

/** Returns the texts that visitors read for errors, by message id: `` `unreachable` ``. */
const errorsOf = ({ sources }: Writer): Map<string, string[]> => {
  const uses = new Map<string, string[]>()
  for (const constant of ['types', 'codes'] as const)
    for (const [name, id] of Object.entries(textsOfErrors(sources.file('src/ui/screen/explain.tsx'), constant)))
      uses.set(id, [...(uses.get(id) ?? []), `\`${name}\``])
  return uses
}

/** Returns the table of message ids in src/ui/screen/explain.tsx: by `error_type` or by `code`. */
export const textsOfErrors = (file: ts.SourceFile, constant: 'types' | 'codes'): Record<string, string> => {
  const declarations = file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations])
  const table = declarations.find(({ name }) => name.getText() === constant)?.initializer
  if (!table || !ts.isObjectLiteralExpression(table)) throw new Error(`src/ui/screen/explain.tsx has no table ${constant}`)
  return Object.fromEntries(
    table.properties
      .filter(ts.isPropertyAssignment)
      .map(({ name, initializer }) => [name.getText(), (initializer as ts.StringLiteral).text]),
  )
}

/** Returns the address of a message on the site. */
export const messageAddress = (id: string): string => {
  const part = (Object.keys(pages) as TextPart[]).find((one) => id in englishParts[one])!
  return `/reference/messages/${pages[part].path}/#${anchor(id)}`
}

const chapter = (part: TextPart): Chapter => {
  const { path, title, description } = pages[part]
  return {
    path: `messages/${path}/`,
    title,
    description,
    write: async (writer) => {
      const english: Texts = englishParts[part]
      const [languages, plain] = await Promise.all([translations(), plainEnglish()])
      const files = messageFiles(writer)
      const errors = errorsOf(writer)
      const rest = new Set(Object.keys(english))
      const entryOf = (id: string) => {
        const causes = errors.get(id)
        return message(id, english[id]!, plain[id], languages, causes && `For the error ${causes.join(', ')}.`)
      }
      const groups = files.flatMap(({ path, description: about, ids }) => {
        // several parts can have the same message, but only one of them has all messages of a file
        const own = ids.every((id) => id in english) ? ids.filter((id) => rest.delete(id)) : []
        if (own.length === 0) return []
        const [, title, more] = /^(.+?)[.:](?:\s+(.*))?$/s.exec(about) ?? []
        if (!title) throw new Error(`The docstring of \`words\` in ${path} does not say what its messages are for`)
        return [heading(2, title), ...(more ? [more[0]!.toUpperCase() + more.slice(1)] : []), ...own.flatMap(entryOf)]
      })
      return [
        'Pass your own text in `strings`, by its id. [All messages](/reference/messages/) says how.',
        ...groups,
        ...(rest.size
          ? [
              heading(2, 'Buttons for known providers and wallets'),
              'Each has a text of its own. Without one, it follows `oauth.continueWith` or `crypto.wallet.continueWithNamed`.',
              ...[...rest].flatMap(entryOf),
            ]
          : []),
      ]
    },
  }
}

const overview: Chapter = {
  path: 'messages/',
  title: 'Messages',
  description: 'Every text that the widget can show, by its id, in twelve languages.',
  guide: 'languages.md',
  write: async (writer) => {
    const { sources, place, declaration } = writer
    const languages = await translations()
    for (const { name, exports } of sources.entries)
      if (name.startsWith('latchkey/strings/'))
        for (const { symbol } of exports) if (symbol.name !== 'Translation') place(symbol, 'Languages')
    const rows = Object.entries(messages).sort(([one], [other]) => (one < other ? -1 : 1))
    return [
      'Replace a text with `strings`, an object with texts by id. It is an option of the mount methods, a prop, a property of the elements and `data-strings` of the script tag.',
      "```ts\nclient.mountLogin({ elementId: '#login', strings: { 'login.title': 'Welcome back' } })\n```",
      'A text can contain values (`{name}`) and plurals in ICU MessageFormat. Tags such as `<bold>` stand for markup of the widget. Visitors read `strings` before the texts of `language`.',
      heading(2, 'Languages'),
      [
        '| language | `language` | exports |',
        '|---|---|---|',
        ...languages.map(([locale]) => {
          const name = locale.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())
          return `| ${nameOf(locale)} | \`${locale}\` | \`${name}\`${locale === 'en' ? '' : `, \`${name}Lazy\``} |`
        }),
      ].join('\n'),
      'Each language is a module, such as `latchkey/strings/fr`. `fr` is for `strings`; `frLazy` is for `language` in a bundle, where there are no files of translations. `enPlain` of `latchkey/strings/en-plain` is English in plain words, for `strings`; it is the default with a `backend`.',
      heading(2, 'Pages'),
      Object.values(pages)
        .map(({ path, title, description }) => `- [${title}](/reference/messages/${path}/): ${description}`)
        .join('\n'),
      heading(2, 'All ids'),
      ['| id | English |', '|---|---|', ...rows.map(([id, text]) => `| [\`${id}\`](${messageAddress(id)}) | ${escapeMarkup(text)} |`)].join(
        '\n',
      ),
      heading(2, 'Types'),
      ...declaration(sources.symbolOf('src/strings/en.ts', 'Translation'), 3),
      ...declaration(sources.symbolOf('src/widget/messages.ts', 'MessageId'), 3),
      ...declaration(sources.symbolOf('src/widget/messages.ts', 'Strings'), 3),
      ...declaration(sources.symbolOf('src/ui/words/language.ts', 'Language'), 3),
      ...declaration(sources.symbolOf('src/ui/words/language.ts', 'Locale'), 3),
      ...declaration(sources.symbolOf('src/ui/words/language.ts', 'LazyLanguage'), 3),
      ...declaration(sources.symbolOf('src/ui/words/language.ts', 'TextPart'), 3),
    ]
  },
}

export const messageChapters: Chapter[] = [overview, ...(Object.keys(pages) as TextPart[]).map(chapter)]
