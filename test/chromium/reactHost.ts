/** Hosts with a bundler: an application on real React, from the built files. */
import '../built/all.ts'
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { hostPage, PUBLIC_TOKEN, type Arrangement } from './visitors.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A host's bundle of this entry, by path below /app/. `react` is the package that it uses as React.
 */
export const bundle = async (source: string, react = 'react'): Promise<Record<string, string>> => {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'tsx', resolveDir: root, sourcefile: 'app.tsx' },
    alias: {
      'latchkey/react': './dist/react/index.js',
      'latchkey/compat': './dist/compat/index.js',
      ...(react !== 'react' && { react, 'react-dom': react.replace('react', 'react-dom') }),
    },
    // StrictMode mounts twice only in development.
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/app',
    entryNames: 'app',
    jsx: 'automatic',
    write: false,
    logLevel: 'error',
    nodePaths: [`${root}node_modules`],
  })
  return Object.fromEntries(
    outputFiles.map(({ path, text }) => [path.replaceAll('\\', '/').slice(path.replaceAll('\\', '/').indexOf('/app/')), text]),
  )
}

/** The same as a function that bundles once, for tests that may not run. */
export const bundledOnce = (source: string, react?: string): (() => Promise<Record<string, string>>) => {
  let files: Promise<Record<string, string>> | undefined
  return () => (files ??= bundle(source, react))
}

/** A page with this application. */
export const hostOf = (files: Record<string, string>, setUp: object): Arrangement => ({
  html: (_, customBaseUrl) =>
    hostPage(
      `<div id="app"></div><script>window.setUp = ${JSON.stringify({ publicToken: PUBLIC_TOKEN, customBaseUrl, ...setUp })}</script>
    <script type="module" src="/app/app.js"></script>`,
    ),
  pages: () =>
    Object.fromEntries(Object.entries(files).map(([path, html]) => [path, { html, headers: { 'content-type': 'text/javascript' } }])),
})
