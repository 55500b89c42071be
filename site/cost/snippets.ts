/** Writes the code that shows the chosen widget. */
import { stringify } from 'javascript-stringify'
import { snippet, type EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { configOf, languageOf, type Choice, type Form } from './choice.ts'

/** The options that the program `latchkey` takes for `--public-token` and `--element` if they are missing. */
const PUBLIC_TOKEN = 'public-token-live-...'
const ELEMENT = '#login'

/** Formats an object as a person would write it, indented for `depth`. */
const literal = (value: unknown, depth: number) => stringify(value, null, 2)!.replaceAll('\n', `\n${'  '.repeat(depth)}`)

const scriptTag = (choice: Choice, chunks: EmbedChunks) =>
  snippet({ publicToken: PUBLIC_TOKEN, element: ELEMENT, config: configOf(choice), language: languageOf(choice) }, chunks)

/** `auto` is a value of its own; every other language is a module. */
const moduleOf = (choice: Choice) => {
  const language = languageOf(choice)
  if (!language || language === 'auto') return { imports: [], value: language && `'${language}'` }
  const value = `${language.replace(/-(.*)/, (_, rest: string) => rest[0]!.toUpperCase() + rest.slice(1))}Lazy`
  return { imports: [`import { ${value} } from 'latchkey/strings/${language}'`], value }
}

const npm = (choice: Choice) => {
  const { imports, value } = moduleOf(choice)
  return [
    "import { LatchkeyClient } from 'latchkey'",
    ...imports,
    '',
    `const client = new LatchkeyClient('${PUBLIC_TOKEN}')`,
    'client.mountLogin({',
    `  elementId: '${ELEMENT}',`,
    '  authenticateByUrl: true,',
    `  config: ${literal(configOf(choice), 1)},`,
    ...(value ? [`  language: ${value},`] : []),
    '})',
  ].join('\n')
}

const react = (choice: Choice) => {
  const { imports, value } = moduleOf(choice)
  return [
    "import { LatchkeyProvider, Login, type LoginConfig } from 'latchkey/react'",
    ...imports,
    '',
    `const config: LoginConfig = ${literal(configOf(choice), 0)}`,
    '',
    'export const SignIn = () => (',
    `  <LatchkeyProvider publicToken="${PUBLIC_TOKEN}">`,
    `    <Login config={config}${value ? ` language={${value}}` : ''} authenticateByUrl />`,
    '  </LatchkeyProvider>',
    ')',
  ].join('\n')
}

const write: Record<Form, (choice: Choice, chunks: EmbedChunks) => string> = { html: scriptTag, npm, react }

export const codeOf = (choice: Choice, chunks: EmbedChunks): string => write[choice.as](choice, chunks)

/** Returns the command that prints the same. JSON has no single quotes of its own here, so a shell takes it as it is. */
export const commandOf = (name: 'size' | 'snippet', choice: Choice): string => {
  const language = languageOf(choice)
  return [
    `npx latchkey ${name}`,
    ...(name === 'snippet' ? [`--public-token ${PUBLIC_TOKEN}`] : []),
    `--config '${JSON.stringify(configOf(choice))}'`,
    ...(language ? [`--language ${language}`] : []),
  ].join(' ')
}
