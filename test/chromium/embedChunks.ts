import '../built/embed.ts'
import { readFileSync } from 'node:fs'
import type { EmbedChunks } from '../../src/tools/snippet/snippet.ts'

/** The files of the build below dist/embed/, by name. */
export const chunks = JSON.parse(readFileSync(new URL('../../dist/embed/chunks.json', import.meta.url), 'utf8')) as EmbedChunks
