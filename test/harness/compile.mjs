/**
 * Compiles test files for Node with esbuild, each into one file of .cache/tests/ with all of our own code that it imports: a test starts in a tenth of
 * the time that it takes to compile its modules one by one, and what `react` stands for is decided here, as in the builds.
 *
 * A target is a framework: `react` has the host's React; `preact` has what the script tag has, by the aliases of the build and through its minifiers, so that what only
 * a minified widget gets wrong fails in a unit test; `fullCompat` has the packages that those aliases stand in for. Source maps lead back to the sources.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { minifySync } from '@swc/wasm'
import { minify } from 'terser'
import { again } from '../../build/plugins/lastPass.ts'
import { sheetModule } from '../../build/plugins/styleSheets.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const cache = join(root, '.cache/tests')

/** What `react` and its like stand for, by target: the aliases of build/microbundle.ts. */
const aliases = {
  preact: {
    react: './src/ui/react.preact.ts',
    'react-dom/client': './src/ui/react.preact.ts',
    'react/jsx-runtime': './src/ui/jsx.preact.ts',
  },
  fullCompat: { react: 'preact/compat', 'react-dom/client': 'preact/compat/client', 'react/jsx-runtime': 'preact/compat/jsx-runtime' },
}

/** They look for a document when they are evaluated, or must be the same for all who import them: part of the file, in the place of the import. */
const framework = /^(react|react-dom|scheduler|preact|@preact\/.*|use-sync-external-store)(\/|$)/

/** Packages of very many modules, each bundled once until package-lock.json changes. */
const bundledPackages =
  /^(@happy-dom\/global-registrator|happy-dom|msw|msw\/node|hono(\/.*)?|@hono\/.*|valibot|jose|@simplewebauthn\/server(\/.*)?|@zxcvbn-ts\/.*|libphonenumber-js\/max|@noble\/.*|bs58|otpauth|fast-check)$/

// Of microbundle's own call of terser; `toplevel` but for names that other modules import is what `module` means.
const minifier = {
  compress: { keep_infinity: true, pure_getters: true, passes: 10 },
  format: { wrap_func_args: false },
  module: true,
  ecma: 2017,
  toplevel: true,
}

const digest = (...parts) =>
  parts
    .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)

/** Answers from a folder, by the digest of what an answer depends on. */
const kept = async (folder, key, make) => {
  const path = join(cache, folder, key)
  if (!existsSync(path)) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.${process.pid}`, await make())
    // Another run at the same moment makes the same file.
    await rename(`${path}.${process.pid}`, path)
  }
  return readFile(path, 'utf8')
}

const locked = digest(await readFile(join(root, 'package-lock.json')))

/** Bundles packages, with what they share in files of its own. */
const bundlePackages = async (names) => {
  const folder = join(cache, 'packages', locked)
  const list = join(folder, 'packages.json')
  const present = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
  if (names.every((name) => present.includes(name))) return
  // All in one go, or what two of them share would be there twice.
  const all = [...new Set([...present, ...names])].sort()
  await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    entryPoints: all.map((name) => ({ in: name, out: packageFile(name) })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    banner: requireBanner,
  })
  await writeFile(list, JSON.stringify(all))
}

const packageFile = (name) => name.replaceAll('/', '__')
/** Packages written for `require` find it. */
const requireBanner = {
  js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
}

const loaders = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js', '.js': 'js', '.cjs': 'js' }

/** A file whose `import.meta.url` is where it was written, not where it is compiled to. */
const placed = async (path, source) => {
  const { code } = await esbuild.transform(source, {
    loader: loaders[extname(path)],
    jsx: 'automatic',
    sourcemap: 'inline',
    sourcefile: path,
    tsconfigRaw: {},
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path).href) },
  })
  return code
}

const minified = async (path, source) => {
  const key = digest(path, source, JSON.stringify([minifier, again(true)]))
  return kept('minified', key, async () => {
    const { code, map } = await esbuild.transform(source, {
      loader: loaders[extname(path)],
      jsx: 'automatic',
      target: 'es2022',
      sourcemap: true,
      sourcefile: path,
      tsconfigRaw: {},
    })
    const once = await minify(code, { ...minifier, sourceMap: { content: map } })
    const twice = minifySync(once.code, { ...again(true), sourceMap: { content: once.map } })
    return `${twice.code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(twice.map).toString('base64')}`
  })
}

const own = (target, packages) => ({
  name: 'latchkey-tests',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || importer.includes('/node_modules/') || builtinModules.includes(path.replace(/^node:/, '')))
        return undefined
      // Every suite reports to run.mjs.
      if (path === 'uvu' && !importer.endsWith('/test/harness/uvu.mjs')) return { path: join(root, 'test/harness/uvu.mjs') }
      // latchkey/react is never on Preact; screens that are tested through its components are.
      if (target === 'preact' && path === 'react' && importer.endsWith('/src/react.tsx'))
        return build.resolve('preact/compat', { kind, resolveDir: root })
      const alias = aliases[target]?.[path]
      if (alias) return build.resolve(alias, { kind, resolveDir: root })
      if (path.startsWith('#') || framework.test(path)) return undefined
      if (!bundledPackages.test(path)) return { path, external: true }
      packages.add(path)
      return { path: pathToFileURL(join(cache, 'packages', locked, `${packageFile(path)}.mjs`)).href, external: true }
    })
    // package.json says that our modules have no effects; a harness has.
    build.onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir }) =>
      importer.includes('/node_modules/') ? undefined : { path: resolve(resolveDir, path), sideEffects: true },
    )
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: sheetModule(path), loader: 'js' }))
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const text = await readFile(path, 'utf8')
      const isScreen = target === 'preact' && /\/src\/(api|browser|client|ui|products|widget|strings)\//.test(path)
      if (isScreen) return { contents: await minified(path, text), loader: 'js' }
      return text.includes('import.meta.url')
        ? { contents: await placed(path, text), loader: 'js' }
        : { contents: text, loader: loaders[extname(path)] }
    })
  },
})

/**
 * Compiles `files` (paths below the checkout) for a target; resolves with, by file, the compiled one and all sources in it, as paths below the checkout.
 */
export const compile = async (files, target) => {
  if (files.length === 0) return {}
  const packages = new Set()
  const folder = `.cache/tests/${target}`
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    entryNames: '[dir]/[name]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    mainFields: ['module', 'main'],
    conditions: [target],
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
    banner: requireBanner,
    plugins: [own(target, packages)],
  })
  await bundlePackages([...packages])
  return Object.fromEntries(
    Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([path, { entryPoint, inputs }]) => [entryPoint, { path, sources: Object.keys(inputs) }]),
  )
}

// `node --import tsx test/harness/compile.mjs preact a.test.ts b.test.ts` prints the same as JSON.
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [target, ...files] = process.argv.slice(2)
  console.log(JSON.stringify(await compile(files, target)))
}
