import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../harness/npm.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder for an application with this `package.json`, outside of git. Frameworks are large, so each set of packages is installed once. */
export const folderFor = (name: string, manifest: string) =>
  join(root, `.cache/hosts/${name}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`)

/** Installs the packages of `package.json`, unless they are installed. */
export const install = (folder: string, manifest: string, ...options: string[]) => {
  const record = join(folder, 'installed.json')
  if (existsSync(record)) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  npm(['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund', ...options], folder)
  // Written last, so that an interrupted installation is repeated.
  writeFileSync(record, manifest)
}

/** A port that was free a moment ago. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
