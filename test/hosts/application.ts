import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../chromium/visitors.ts'
import { npm } from '../harness/npm.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The folder for an application with this `package.json`, outside of git. Frameworks are large, so
 * each set of packages is installed once.
 */
export const folderFor = (name: string, manifest: string) =>
  join(root, `.cache/hosts/${name}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`)

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Installs the packages of a `package.json`, unless they are installed, and resolves with their
 * folder. Of test files that come to it at the same time one installs, and the others wait.
 */
export const installed = async (name: string, manifest: string, ...options: string[]): Promise<string> => {
  const folder = folderFor(name, manifest)
  const [record, lock] = [join(folder, 'installed.json'), `${folder}.lock`]
  mkdirSync(dirname(lock), { recursive: true })
  const begins = () => {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      // one that was interrupted has left its lock behind
      if (!existsSync(lock) || !isRunning(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true })
      return false
    }
  }
  await until(() => existsSync(record) || begins(), `the packages of ${folder}`, 600_000)
  if (existsSync(record)) return folder
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), manifest)
    npm(['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund', ...options], folder)
    // Written last, so that an interrupted installation is repeated.
    writeFileSync(record, manifest)
  } finally {
    rmSync(lock)
  }
  return folder
}

/** Installs the packages of a folder of test/hosts/, which several test files can share. */
export const installedFor = (name: string, ...options: string[]): Promise<string> =>
  installed(name, readFileSync(join(root, `test/hosts/${name}/package.json`), 'utf8'), ...options)

/** Puts parts of this build where an application has the package. */
export const putLatchkey = (folder: string, ...parts: string[]): void => {
  const place = join(folder, 'node_modules/latchkey')
  rmSync(place, { recursive: true, force: true })
  for (const name of ['package.json', ...parts]) cpSync(join(root, name), join(place, name), { recursive: true })
}

/** The files below a path, without installed packages, or the file itself. */
export const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => (name === 'node_modules' ? [] : filesBelow(join(path, name)))) : [path]

/**
 * The package as npm would publish it, a tarball. It takes two seconds, so it is kept until a file
 * of it changes.
 */
export const packed = (): string => {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const { files, name, version } = JSON.parse(manifest) as { files: string[]; name: string; version: string }
  const contents = ['package.json', 'README.md', 'LICENSE', ...files.filter((name) => !name.startsWith('!'))]
  const stamps = contents
    .flatMap((name) => filesBelow(join(root, name)))
    .map((path) => {
      const { size, mtimeMs } = statSync(path)
      return `${path} ${size} ${mtimeMs}`
    })
  const folder = folderFor('packed', stamps.join('\n'))
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    const own = mkdtempSync(join(dirname(folder), 'packing-'))
    npm(['pack', '--ignore-scripts', '--pack-destination', own], root)
    try {
      renameSync(own, folder)
    } catch (error) {
      // Another test file was faster.
      if (!existsSync(folder)) throw error
      rmSync(own, { recursive: true })
    }
  }
  return join(folder, `${name}-${version}.tgz`)
}

/** What TypeScript says about the TypeScript files of a folder, and of those below it. */
export const typeErrors = (folder: string, options: object): string => {
  const configuration = join(folder, 'tsconfig.checked.json')
  const compilerOptions = { noEmit: true, strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', ...options }
  const files = filesBelow(folder).filter((path) => path.endsWith('.ts'))
  writeFileSync(configuration, JSON.stringify({ compilerOptions, files }))
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', configuration], {
    encoding: 'utf8',
  })
  return stdout + stderr
}
