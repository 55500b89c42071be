/** The files of a release, beside which the program lies. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EmbedChunks } from '../snippet/snippet.ts'
import { UsageError } from './command.ts'

/** The folder dist/, with a slash at its end. */
export const dist = fileURLToPath(new URL('.', import.meta.url))

/** Reads the table of chunks that the build writes. Throws UsageError if there is none. */
export const builtChunks = (): EmbedChunks => {
  const file = `${dist}embed/chunks.json`
  if (!existsSync(file)) throw new UsageError('The widget is not built. Run: npm run build')
  return JSON.parse(readFileSync(file, 'utf8'))
}

export const ownVersion = (): string => JSON.parse(readFileSync(`${dist}../package.json`, 'utf8')).version
