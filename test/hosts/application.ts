import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../harness/npm.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where an application with this `package.json` is, outside of git: frameworks are large, so they are installed once for what is asked for. */
export const folderFor = (name: string, manifest: string) =>
  join(root, `.cache/hosts/${name}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`)

/** Installs what the `package.json` asks for, unless it is there. */
export const install = (folder: string, manifest: string, ...options: string[]) => {
  const record = join(folder, 'installed.json')
  if (existsSync(record)) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  npm(['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund', ...options], folder)
  // last, so that what was broken off is done again
  writeFileSync(record, manifest)
}
