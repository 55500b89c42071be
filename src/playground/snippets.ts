import { stringify } from 'javascript-stringify'
import { snippet, type EmbedChunks } from '../snippet.ts'
import type { LoginProps } from '../index.ts'
import { languages, type Language } from './languages.ts'

/** What a snippet of code must express. */
export interface Snippet {
  publicToken: string
  /** URL of the provider: `http://localhost:4100`. */
  origin: string
  /** The language of the widget. Default: English. */
  language?: Language
  props: Pick<LoginProps, 'config' | 'styles' | 'strings' | 'language'>
}

/** Formats an object as a person would write it, indented for `depth`. */
const literal = (value: unknown, depth: number) => stringify(value, null, 2)!.replaceAll('\n', `\n${'  '.repeat(depth)}`)

const isEmpty = (value: object | undefined) => !value || Object.keys(value).length === 0

/** The import of the language. */
const importWords = ({ language = 'en' }: Snippet) =>
  language === 'en' ? [] : [`import { ${language}Lazy } from 'latchkey/strings/${languages[language].lang}'`]

/** The props that are set, in order, as code for `depth`. */
function saidProps({ props, language = 'en' }: Snippet, depth: number): [name: string, code: string][] {
  const { config, styles, strings } = props
  const said = Object.entries({ config, styles, strings })
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]): [string, string] => [name, literal(value, depth)])
  return language === 'en' ? said : [...said, ['language', `${language}Lazy`]]
}

/** Returns the snippet in HTML, for a page that shows the emulator's widget: the script tag and its preloads. */
export const scriptTag = ({ publicToken, origin, language = 'en', props: { config, styles, strings } }: Snippet, chunks: EmbedChunks) =>
  [
    '<div id="login"></div>',
    snippet(
      {
        publicToken,
        element: '#login',
        base: `${origin}/embed/`,
        baseUrl: origin,
        config,
        styles,
        strings,
        language: language === 'en' ? undefined : languages[language].lang,
      },
      chunks,
    ),
  ].join('\n')

const construct = ({ publicToken, origin }: Snippet, client = 'LatchkeyClient') => [
  `const client = new ${client}('${publicToken}', {`,
  `  customBaseUrl: '${origin}',`,
  '})',
]

const mountLogin = (of: Snippet, callbacks: string[] = []) => [
  'client.mountLogin({',
  "  elementId: '#login',",
  '  authenticateByUrl: true,',
  ...saidProps(of, 1).map(([name, code]) => `  ${name}: ${code},`),
  ...callbacks,
  '})',
]

/** Returns the snippet in TypeScript, for a page with a bundler. */
export const typescript = (of: Snippet) =>
  [
    "import { LatchkeyClient } from 'latchkey'",
    ...importWords(of),
    '',
    ...construct(of),
    '',
    ...mountLogin(of, [
      '  callbacks: {',
      '    onEvent: (event) => console.log(event.type, event.data),',
      '    onError: (error) => console.error(error),',
      '  },',
    ]),
    '',
  ].join('\n')

/** Returns the snippet as a React component. */
export const react = (of: Snippet) =>
  [
    "import { WidgetClient, Login } from 'latchkey/react'",
    ...importWords(of),
    '',
    ...construct(of, 'WidgetClient'),
    '',
    'export const SignIn = () => (',
    '  <Login',
    '    client={client}',
    '    authenticateByUrl',
    ...saidProps(of, 2).map(([name, code]) => `    ${name}={${code}}`),
    '  />',
    ')',
    '',
  ].join('\n')
