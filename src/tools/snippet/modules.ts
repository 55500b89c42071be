/**
 * The same as the script tag for an application with a bundler: modules that import the package, as
 * the guides write them.
 */
import { stringify } from 'javascript-stringify'
import type { SnippetOptions } from './snippet.ts'

/** What a module says. Beside these, it finishes log-ins whose token is in the page's URL. */
export interface ModuleOptions
  extends Pick<SnippetOptions, 'publicToken' | 'backend' | 'element' | 'baseUrl' | 'config' | 'styles' | 'strings' | 'language'> {
  /**
   * Whether English is plain, or the provider's. Default: plain with a `backend`, else the
   * provider's.
   */
  plainEnglish?: boolean
}

/** Formats a value as a person would write it, indented for `depth`. */
const literal = (value: unknown, depth: number) => stringify(value, null, 2)!.replaceAll('\n', `\n${'  '.repeat(depth)}`)

const isEmpty = (value: object | undefined) => !value || Object.keys(value).length === 0

/** `auto` is a value of its own, and English is built in; every other language is a module. */
const isModule = (language: string | undefined): language is string => language !== undefined && language !== 'auto' && language !== 'en'

/** Returns the name that the module of a language exports: `ptBRLazy` for `pt-BR`. */
const languageExport = (tag: string) => `${tag.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())}Lazy`

/** Returns the module of the English that is not the default, and its export. */
const otherEnglish = ({ backend, plainEnglish = !!backend }: ModuleOptions) =>
  plainEnglish === !!backend ? undefined : plainEnglish ? { name: 'enPlain', file: 'en-plain' } : { name: 'en', file: 'en' }

const imports = ({ language, ...options }: ModuleOptions) => [
  ...(isModule(language) ? [`import { ${languageExport(language)} } from 'latchkey/strings/${language}'`] : []),
  ...[otherEnglish(options)].flatMap((english) => (english ? [`import { ${english.name} } from 'latchkey/strings/${english.file}'`] : [])),
]

/** The host's own texts replace some of those in English. */
const texts = ({ strings, ...options }: ModuleOptions, depth: number) => {
  const own = isEmpty(strings) ? '' : literal(strings, depth)
  const english = otherEnglish(options)
  if (!english) return own
  return own ? own.replace('{', `{\n${'  '.repeat(depth + 1)}...${english.name},`) : english.name
}

/** Returns the options of the widget that are set, as code for `depth`. */
const widgetOptions = (options: ModuleOptions, depth: number): [name: string, code: string][] => {
  const { config, styles, language } = options
  const all: [name: string, code: string][] = [
    ['config', isEmpty(config) ? '' : literal(config, depth)],
    ['styles', isEmpty(styles) ? '' : literal(styles, depth)],
    ['strings', texts(options, depth)],
    ['language', isModule(language) ? languageExport(language) : language === 'auto' ? literal(language, depth) : ''],
  ]
  return all.filter(([, code]) => code)
}

/** Returns the module in TypeScript that mounts the widget. */
export const mountModule = (options: ModuleOptions): string => {
  const { publicToken, backend, baseUrl, element } = options
  const client = backend
    ? literal({ backend }, 0)
    : [literal(publicToken, 0), ...(baseUrl ? [literal({ customBaseUrl: baseUrl }, 0)] : [])].join(', ')
  return [
    "import { LatchkeyClient } from 'latchkey'",
    ...imports(options),
    '',
    `const client = new LatchkeyClient(${client})`,
    'client.mountLogin({',
    `  elementId: ${literal(element, 1)},`,
    // with a backend, the default asks visitors who come from elsewhere
    ...(backend ? [] : ['  authenticateByUrl: true,']),
    ...widgetOptions(options, 1).map(([name, code]) => `  ${name}: ${code},`),
    '  callbacks: {',
    '    onEvent: (event) => console.log(event.type),',
    '    onError: (error) => console.error(error),',
    '  },',
    '})',
    '',
  ].join('\n')
}

/** Returns the module in TypeScript that exports a React component. */
export const reactModule = (options: ModuleOptions): string => {
  const { publicToken, backend, baseUrl } = options
  const client = backend
    ? ` backend=${JSON.stringify(backend)}`
    : ` publicToken=${JSON.stringify(publicToken)}${baseUrl ? ` options={${literal({ customBaseUrl: baseUrl }, 2)}}` : ''}`
  return [
    "import { LatchkeyProvider, Login } from 'latchkey/react'",
    ...imports(options),
    '',
    'export const SignIn = () => (',
    `  <LatchkeyProvider${client}>`,
    '    <Login',
    ...widgetOptions(options, 3).map(([name, code]) => `      ${name}={${code}}`),
    ...(options.backend ? [] : ['      authenticateByUrl']),
    '    />',
    '  </LatchkeyProvider>',
    ')',
    '',
  ].join('\n')
}
