/** Writes the code that shows the chosen widget. */
import { mountModule, reactModule } from '../../src/tools/snippet/modules.ts'
import { snippet, type EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { configOf, languageOf, type Choice, type Form } from './choice.ts'

/**
 * The options that the program `latchkey` takes for `--public-token` and `--element` if they are
 * missing.
 */
const PUBLIC_TOKEN = 'public-token-live-...'
const ELEMENT = '#login'

const optionsOf = (choice: Choice) => ({
  publicToken: PUBLIC_TOKEN,
  element: ELEMENT,
  config: configOf(choice),
  language: languageOf(choice),
})

const write: Record<Form, (options: ReturnType<typeof optionsOf>, chunks: EmbedChunks) => string> = {
  html: snippet,
  npm: mountModule,
  react: reactModule,
}

export const codeOf = (choice: Choice, chunks: EmbedChunks): string => write[choice.as](optionsOf(choice), chunks).trimEnd()

/**
 * Returns the command that prints the same. JSON has no single quotes of its own here, so a shell
 * takes it as it is.
 */
export const commandOf = (name: 'size' | 'snippet', choice: Choice): string => {
  const language = languageOf(choice)
  return [
    `npx latchkey ${name}`,
    ...(name === 'snippet' ? [`--public-token ${PUBLIC_TOKEN}`] : []),
    `--config '${JSON.stringify(configOf(choice))}'`,
    ...(language ? [`--language ${language}`] : []),
  ].join(' ')
}
