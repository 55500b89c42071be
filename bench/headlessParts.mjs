/** What a host's bundle has of `latchkey/headless` at once, by the parts that the host names and by bundler: without the files that come later. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { minify } from 'terser'
import webpack from 'webpack'
import { brotli } from './weights.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist/headless/index.js')

const all = [
  ...['session', 'user', 'otps', 'magicLinks', 'passwords', 'oauth', 'webauthn', 'cryptoWallets', 'totps', 'impersonation', 'rbac', 'idp'],
  ...['authenticateByUrl', 'parseAuthenticateUrl'],
]

/** What hosts name. `limit`: how many bytes their bundle may have at once. */
export const combinations = [
  { name: 'codes and session', parts: ['session', 'otps'], limit: 6000 },
  {
    name: 'codes, links, passwords, OAuth, user and session',
    parts: ['session', 'user', 'otps', 'magicLinks', 'passwords', 'oauth'],
    limit: 8300,
  },
  { name: 'every part', parts: all, limit: 10500 },
]

/** A host's own lines. */
const hostOf = ({ parts }) => `import { createClient, ${parts.join(', ')} } from ${JSON.stringify(dist)}
window.client = createClient('public-token-live-...', { ${parts.join(', ')} })
`

const withEsbuild = async (entry, folder) => {
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

const minifyAll = async (folder) => {
  for (const name of await readdir(folder)) {
    const { code } = await minify(await readFile(join(folder, name), 'utf8'), { module: true, ecma: 2020 })
    await writeFile(join(folder, name), code)
  }
}

const withRollup = async (entry, folder) => {
  const bundle = await rollup({ input: entry })
  await bundle.write({ dir: folder, format: 'es', entryFileNames: 'host.js' })
  await bundle.close()
  await minifyAll(folder)
}

const withRolldown = async (entry, folder) => {
  const bundle = await rolldown({ input: entry })
  await bundle.write({ dir: folder, format: 'es', entryFileNames: 'host.js', minify: true })
  await bundle.close()
}

const withWebpack = (entry, folder) =>
  new Promise((resolve, reject) =>
    webpack(
      {
        mode: 'production',
        entry,
        target: ['web', 'es2022'],
        experiments: { outputModule: true },
        output: { path: folder, filename: 'host.js', module: true, chunkFormat: 'module', publicPath: '/' },
      },
      (error, stats) => {
        const failed = error ?? (stats.hasErrors() && new Error(stats.toString('errors-only')))
        if (failed) reject(failed)
        else resolve()
      },
    ),
  )

/** The bundlers, each with what it needs to minify. */
export const bundlers = { esbuild: withEsbuild, rollup: withRollup, rolldown: withRolldown, webpack: withWebpack }

/** The names of the files that one imports statically. */
const importsOf = (text) => [...text.matchAll(/(?:\bfrom|\bimport) ?"([^"]+\.js)"/g)].map(([, path]) => basename(path))

/**
 * Bundles the lines of a host that names these parts, and resolves with what its page has at once: the text of the files, and their bytes, brotli (level 11, each
 * file on its own).
 */
export const atOnce = async (bundler, combination) => {
  if (!existsSync(dist)) throw new Error('dist/headless/ is not built: npm run build -- headless')
  const place = join(root, '.cache/headlessParts')
  await mkdir(place, { recursive: true })
  const folder = await mkdtemp(join(place, `${bundler}-`))
  try {
    // beside the output, in which all files count
    const entry = join(folder, 'entry.js')
    const output = join(folder, 'output')
    await mkdir(output)
    await writeFile(entry, hostOf(combination))
    await bundlers[bundler](entry, output)
    const texts = new Map()
    const take = async (name) => {
      if (texts.has(name)) return
      texts.set(name, await readFile(join(output, name), 'utf8'))
      for (const imported of importsOf(texts.get(name))) await take(imported)
    }
    await take('host.js')
    const files = [...texts.values()]
    return { text: files.join('\n'), bytes: files.reduce((total, text) => total + brotli(Buffer.from(text)).length, 0) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
