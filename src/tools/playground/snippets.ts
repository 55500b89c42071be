import { stringify } from 'javascript-stringify'
import type { prerender as Prerender } from '../../prerender/index.tsx'
import { snippet, type EmbedChunks } from '../snippet/snippet.ts'
import type { LoginProps } from '../../entries/index.ts'
import { cssVariables } from '../../ui/looks/theme.ts'
import { isEnglish, languages, type Language } from './languages.ts'

/** What a snippet of code must express. */
export interface Snippet {
  publicToken?: string
  /** Instead of it: the base URL of the host's own server. */
  backend?: string
  /** URL of the emulator, which also has the files of the script tag: `http://localhost:4100`. Default: the provider itself, and the page's own files. */
  emulator?: string
  /** The language of the widget. Default: English. */
  language?: Language
  props: Pick<LoginProps, 'config' | 'styles' | 'strings' | 'language'>
}

/** Formats an object as a person would write it, indented for `depth`. */
const literal = (value: unknown, depth: number) => stringify(value, null, 2)!.replaceAll('\n', `\n${'  '.repeat(depth)}`)

const isEmpty = (value: object | undefined) => !value || Object.keys(value).length === 0

/** The import of the language. */
const importWords = ({ language = 'en' }: Snippet) => {
  if (language === 'en') return []
  if (language === 'enPlain') return ["import { enPlain } from 'latchkey/strings/en-plain'"]
  return [`import { ${language}Lazy } from 'latchkey/strings/${languages[language].lang}'`]
}

/** The host's own words, as code for `depth`; in plain English they replace some of its texts. */
const saidStrings = ({ props: { strings }, language }: Snippet, depth: number) => {
  const own = isEmpty(strings) ? '' : literal(strings, depth)
  if (language !== 'enPlain') return own
  return own ? own.replace('{', `{\n${'  '.repeat(depth + 1)}...enPlain,`) : 'enPlain'
}

/** The props that are set, in order, as code for `depth`. */
function saidProps(of: Snippet, depth: number): [name: string, code: string][] {
  const { props, language = 'en' } = of
  const said: [string, string][] = [
    ['config', isEmpty(props.config) ? '' : literal(props.config, depth)],
    ['styles', isEmpty(props.styles) ? '' : literal(props.styles, depth)],
    ['strings', saidStrings(of, depth)],
    ['language', isEnglish(language) ? '' : `${language}Lazy`],
  ]
  return said.filter(([, code]) => code)
}

/** What the script tag and the form say. */
const tagOptions = ({ publicToken, backend, emulator, language = 'en', props: { config, styles, strings } }: Snippet) => ({
  publicToken,
  backend,
  element: '#login',
  base: emulator && `${emulator}/embed/`,
  baseUrl: emulator,
  config,
  styles,
  strings,
  language: isEnglish(language) ? undefined : languages[language].lang,
})

/** Returns the snippet in HTML, for a page that shows the emulator's widget: the script tag and its preloads. */
export const scriptTag = (of: Snippet, chunks: EmbedChunks) => ['<div id="login"></div>', snippet(tagOptions(of), chunks)].join('\n')

/** Returns the same with the form as HTML, which visitors see before any script has loaded. */
export const formInPage = (of: Snippet, chunks: EmbedChunks, prerender?: typeof Prerender) => {
  if (!prerender) return '<!-- One moment -->'
  const options = tagOptions(of)
  try {
    return snippet({ ...options, prerendered: prerender(options) }, chunks)
  } catch (error) {
    // a configuration that shows nothing
    return `<!-- ${(error as Error).message} -->`
  }
}

const construct = ({ publicToken, backend, emulator }: Snippet, client = 'LatchkeyClient') => {
  if (backend) return [`const client = new ${client}({ backend: '${backend}' })`]
  return emulator
    ? [`const client = new ${client}('${publicToken}', {`, `  customBaseUrl: '${emulator}',`, '})']
    : [`const client = new ${client}('${publicToken}')`]
}

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

/** Style values that are no CSS: what the widget shows, and not how. */
const notCss = ['buttons.social', 'hideHeaderText', 'logo'] as const

/**
 * Returns the theme as a rule for the host's own style sheet, instead of `styles`. Values that are not valid are left out, as in the widget. A comment
 * names those that only `styles` can express.
 */
export const css = ({ props: { styles = {}, config } }: Snippet) => {
  const { colorScheme, ...variables } = cssVariables(styles)
  const declarations = Object.entries({ ...(colorScheme !== 'light' && { 'color-scheme': colorScheme }), ...variables })
  const given: Record<(typeof notCss)[number], unknown> = {
    'buttons.social': styles.buttons?.social,
    hideHeaderText: styles.hideHeaderText,
    logo: styles.logo?.logoImageUrl,
  }
  const left = notCss.filter((name) => given[name])
  return [
    ...(declarations.length > 0
      ? [
          // a rule of the page does not reach into a shadow root
          `${config?.enableShadowDOM ? '#login > div::part(widget)' : '.lk'} {`,
          ...declarations.map(([name, value]) => `  ${name}: ${value};`),
          '}',
        ]
      : ['/* These are the default looks, which need no CSS. */']),
    ...(left.length > 0 ? [`/* Only \`styles\` can set ${left.join(' and ')}. */`] : []),
    '',
  ].join('\n')
}
