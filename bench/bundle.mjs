/** Bundles a few lines of a host's, and the peer they import, as a careful host would: minified ES modules, split, for today's browsers. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import * as vite from 'vite'
import { peersFolder } from './peers/install.mjs'

const withEsbuild = (outdir, { id, source, mainFields }) =>
  esbuild.build({
    stdin: { contents: source, resolveDir: peersFolder, loader: 'tsx', sourcefile: `${id}.tsx` },
    outdir,
    entryNames: 'index',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    mainFields,
    absWorkingDir: peersFolder,
    logLevel: 'error',
    legalComments: 'none',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
    loader: { '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'dataurl' },
  })

/** Vite leaves out the unused properties of an object, which esbuild keeps. */
const withVite = async (outdir, { id, source }) => {
  const input = join(peersFolder, `${id}.entry.js`)
  await writeFile(input, source)
  try {
    await vite.build({
      root: peersFolder,
      configFile: false,
      logLevel: 'error',
      envFile: false,
      build: {
        outDir: outdir,
        target: 'es2022',
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          input,
          output: { entryFileNames: 'index.js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name][extname]' },
        },
      },
    })
  } finally {
    await rm(input)
  }
}

/**
 * Writes a contestant's `index.js`, and what goes with it, into .cache/bench/<id>/ and resolves with that folder and the paths of its scripts and styles.
 * `source` is its entry; `bundler: 'vite'` is for peers that are smaller so; `mainFields` where the default ones break the peer.
 */
export const bundle = async (contestant) => {
  const folder = join(peersFolder, '../bench', contestant.id)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await (contestant.bundler === 'vite' ? withVite : withEsbuild)(folder, contestant)
  const names = await readdir(folder, { recursive: true })
  return { folder, files: names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(folder, name)) }
}
