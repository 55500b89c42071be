/** Finds the TypeScript of a host, whose parser reads the host's own sources. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as ts from 'typescript'

export type TypeScript = typeof ts

/** The host has no TypeScript that can be used. The message says what to install. */
export class NoTypeScript extends Error {}

/**
 * Returns the TypeScript that is installed for a folder.
 * @throws NoTypeScript if there is none, or one without a parser for programs (version 7)
 */
export const hostTypeScript = (folder: string): TypeScript => {
  let found: TypeScript
  try {
    found = createRequire(join(folder, 'package.json'))('typescript')
  } catch {
    throw new NoTypeScript(
      '`latchkey migrate` reads your files with TypeScript, which is not installed here. Run: npm install --no-save typescript@5',
    )
  }
  if (typeof found.createSourceFile === 'function') return found
  throw new NoTypeScript(
    `\`latchkey migrate\` reads your files with TypeScript's API, which version ${found.version} does not have. Run: npm install --no-save typescript@5`,
  )
}
