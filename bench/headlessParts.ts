/**
 * Weighs what a host's bundle loads at once from `latchkey/headless`, for several combinations of
 * its parts and four bundlers. Files that load later do not count.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { minify } from 'terser'
import webpack from 'webpack'
import { brotli } from './weights.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist/headless/index.js')

const all = [
  ...['session', 'user', 'otps', 'magicLinks', 'passwords', 'oauth', 'webauthn', 'cryptoWallets', 'totps', 'impersonation', 'rbac', 'idp'],
  ...['authenticateByUrl', 'parseAuthenticateUrl'],
]

/**
 * The parts of `latchkey/headless` that a host imports, and the limit for what its bundle loads at
 * once, in bytes (brotli).
 */
export interface Combination {
  name: string
  parts: string[]
  limit: number
}

export const combinations: Combination[] = [
  { name: 'codes and session', parts: ['session', 'otps'], limit: 6100 },
  {
    name: 'codes, links, passwords, OAuth, user and session',
    parts: ['session', 'user', 'otps', 'magicLinks', 'passwords', 'oauth'],
    limit: 8300,
  },
  { name: 'every part', parts: all, limit: 11950 },
]

/** Returns the host's code. */
const hostOf = ({ parts }: Combination) => `import { createClient, ${parts.join(', ')} } from ${JSON.stringify(dist)}
window.client = createClient('public-token-live-...', { ${parts.join(', ')} })
`

const withEsbuild = async (entry: string, folder: string) => {
  await esbuild.build({
    entryPoints: [entry],
    outdir: folder,
    entryNames: 'host',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  })
}

const minifyAll = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const { code } = await minify(await readFile(join(folder, name), 'utf8'), { module: true, ecma: 2020 })
    await writeFile(join(folder, name), code!)
  }
}

const withRollup = async (entry: string, folder: string) => {
  const bundle = await rollup({ input: entry })
  await bundle.write({ dir: folder, format: 'es', entryFileNames: 'host.js' })
  await bundle.close()
  await minifyAll(folder)
}

const withRolldown = async (entry: string, folder: string) => {
  const bundle = await rolldown({ input: entry })
  await bundle.write({ dir: folder, format: 'es', entryFileNames: 'host.js', minify: true })
  await bundle.close()
}

const withWebpack = (entry: string, folder: string) =>
  new Promise<void>((resolve, reject) =>
    webpack(
      {
        mode: 'production',
        entry,
        target: ['web', 'es2022'],
        experiments: { outputModule: true },
        output: { path: folder, filename: 'host.js', module: true, chunkFormat: 'module', publicPath: '/' },
      },
      (error, stats) => {
        const failure = error ?? (stats?.hasErrors() && new Error(stats.toString('errors-only')))
        if (failure) reject(failure)
        else resolve()
      },
    ),
  )

export type Bundler = 'esbuild' | 'rollup' | 'rolldown' | 'webpack'

/** The bundlers, each with a minifier. They write `host.js` and its chunks into `folder`. */
export const bundlers: Record<Bundler, (entry: string, folder: string) => Promise<void>> = {
  esbuild: withEsbuild,
  rollup: withRollup,
  rolldown: withRolldown,
  webpack: withWebpack,
}

/** Returns the names of the files that a file imports statically. */
const importsOf = (text: string) => [...text.matchAll(/(?:\bfrom|\bimport) ?"([^"]+\.js)"/g)].map(([, path]) => basename(path!))

/**
 * Bundles a host that imports these parts. Resolves with what its page loads at once: the text of
 * the files, and their size in bytes (brotli level 11, each file on its own). Throws if
 * dist/headless/ is not built.
 */
export const atOnce = async (bundler: Bundler, combination: Combination) => {
  if (!existsSync(dist)) throw new Error('dist/headless/ is not built: npm run build -- headless')
  const place = join(root, '.cache/headlessParts')
  await mkdir(place, { recursive: true })
  const folder = await mkdtemp(join(place, `${bundler}-`))
  try {
    // Not in the output folder, because every file there is minified.
    const entry = join(folder, 'entry.js')
    const output = join(folder, 'output')
    await mkdir(output)
    await writeFile(entry, hostOf(combination))
    await bundlers[bundler](entry, output)
    const texts = new Map<string, string>()
    const take = async (name: string) => {
      if (texts.has(name)) return
      const text = await readFile(join(output, name), 'utf8')
      texts.set(name, text)
      for (const dependency of importsOf(text)) await take(dependency)
    }
    await take('host.js')
    const files = [...texts.values()]
    return { text: files.join('\n'), bytes: files.reduce((total, text) => total + brotli(Buffer.from(text)).length, 0) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
