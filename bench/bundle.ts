/**
 * Bundles a few lines of host code, with the peer that they import, as a careful host would:
 * minified ES modules, split into chunks, for current browsers.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import * as vite from 'vite'
import type { Contestant } from './contestants/contestant.ts'
import { peersFolder } from './peers/install.ts'

/** The part of a contestant that says what to bundle, and how. */
type Source = Pick<Contestant, 'id' | 'source' | 'bundler' | 'mainFields' | 'oneFile'>

const withEsbuild = (outdir: string, { id, source = '', mainFields, oneFile }: Source) =>
  esbuild.build({
    stdin: { contents: source, resolveDir: peersFolder, loader: 'tsx', sourcefile: `${id}.tsx` },
    outdir,
    entryNames: 'index',
    bundle: true,
    splitting: !oneFile,
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
const withVite = async (outdir: string, { id, source = '' }: Source) => {
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
 * Bundles a contestant into .cache/bench/<id>/, as `index.js` and its chunks. Resolves with that
 * folder and the paths of its scripts and styles. `source` is the entry; `bundler: 'vite'` is for
 * peers that Vite makes smaller; `mainFields` is for peers that break with the default ones.
 */
export const bundle = async (contestant: Source) => {
  const folder = join(peersFolder, '../bench', contestant.id)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // where the host's code is resolved from, also if no peer is installed
  await mkdir(peersFolder, { recursive: true })
  await (contestant.bundler === 'vite' ? withVite : withEsbuild)(folder, contestant)
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' })
  return { folder, files: names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(folder, name)) }
}
