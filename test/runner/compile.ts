/**
 * Compiles test files for Node with esbuild, each into one file of .cache/tests/ that contains all
 * of our own code that it imports. A test starts ten times as fast as when its modules are compiled
 * one by one, and this file decides what `react` resolves to, as the builds do.
 *
 * A target is a framework: `react` uses the host's React. `preact` uses the code of the script tag,
 * with the aliases of the build and its minifier, so that an error that only the minified widget
 * has fails a unit test; only tests of dist/ use the patch of Preact. Source maps lead back to the
 * sources.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { minify } from 'terser'
import { firstCallTexts } from '../../build/pageScript.ts'
import { terserOptions } from '../../build/plugins/minify.ts'
import { sheetModule } from '../../build/plugins/styleSheets.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const cache = join(root, '.cache/tests')

/** What `react` and similar imports resolve to, by target: the aliases of build/microbundle.ts. */
const aliases: Record<string, Record<string, string>> = {
  preact: {
    react: './src/ui/frameworks/react.preact.ts',
    'react-dom/client': './src/ui/frameworks/react.preact.ts',
    'react/jsx-runtime': './src/ui/frameworks/jsx.preact.ts',
  },
}

/**
 * Packages that look for a document when they are evaluated, or that all modules must share. They
 * become part of the file, at the place of the import.
 */
const framework = /^(react|react-dom|scheduler|preact|@preact\/.*|use-sync-external-store)(\/|$)/

/** Packages with very many modules. Each is bundled once until a lock file changes. */
const bundledPackages =
  /^(@happy-dom\/global-registrator|happy-dom|msw|msw\/node|hono(\/.*)?|@hono\/.*|valibot|jose|@simplewebauthn\/server(\/.*)?|@zxcvbn-ts\/.*|libphonenumber-js\/max|@noble\/.*|bs58|otpauth(\/.*)?|fast-check)$/

const minifier = terserOptions(true)

const digest = (...parts: (string | Buffer)[]) =>
  parts
    .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)

/**
 * Returns a cached result from a folder. The key is a digest of everything that the result depends
 * on.
 */
const kept = async (folder: string, key: string, make: () => Promise<string>) => {
  const path = join(cache, folder, key)
  if (!existsSync(path)) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.${process.pid}`, await make())
    // Another run at the same time writes the same file.
    await rename(`${path}.${process.pid}`, path)
  }
  return readFile(path, 'utf8')
}

const locks = ['package-lock.json', 'test/packages/package-lock.json']
const locked = digest(...(await Promise.all(locks.map((name) => readFile(join(root, name))))))

/**
 * The folder of a target's packages. Each target has one of its own, because two are compiled at
 * the same time.
 */
const packagesOf = (target: string) => join(cache, 'packages', locked, target)

/** Bundles packages; code that they share goes to files of its own. */
const bundlePackages = async (names: string[], target: string) => {
  const folder = packagesOf(target)
  const list = join(folder, 'packages.json')
  const present: string[] = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
  if (names.every((name) => present.includes(name))) return
  // All at once, or code that two of them share would exist twice.
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

const packageFile = (name: string) => name.replaceAll('/', '__')
/** Makes `require` available to packages that use it. */
const requireBanner = {
  js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
}

const loaders: Record<string, esbuild.Loader> = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js', '.js': 'js', '.cjs': 'js' }

/** Makes `import.meta.url` of a file its original path, not the path that it is compiled to. */
const placed = async (path: string, source: string) => {
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

const minified = async (path: string, source: string) => {
  const key = digest(path, source, JSON.stringify(minifier))
  return kept('minified', key, async () => {
    const { code, map } = await esbuild.transform(source, {
      loader: loaders[extname(path)],
      jsx: 'automatic',
      target: 'es2022',
      sourcemap: true,
      sourcefile: path,
      tsconfigRaw: {},
    })
    const result = await minify(code, { ...minifier, sourceMap: { content: map } })
    return `${result.code!}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(String(result.map)).toString('base64')}`
  })
}

const own = (target: string, packages: Set<string>, isMinified: boolean): esbuild.Plugin => ({
  name: 'latchkey-tests',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || importer.includes('/node_modules/') || builtinModules.includes(path.replace(/^node:/, '')))
        return undefined
      // Every test reports to run.ts.
      if (path === 'uvu' && !importer.endsWith('/test/runner/uvu.ts')) return { path: join(root, 'test/runner/uvu.ts') }
      // latchkey/react never runs on Preact, but screens that are tested through its components do.
      if (target === 'preact' && path === 'react' && importer.endsWith('/src/entries/react.tsx'))
        return build.resolve('preact/compat', { kind, resolveDir: root })
      const alias = aliases[target]?.[path]
      if (alias) return build.resolve(alias, { kind, resolveDir: root })
      if (path.startsWith('#') || framework.test(path)) return undefined
      if (!bundledPackages.test(path)) return { path, external: true }
      packages.add(path)
      return { path: pathToFileURL(join(packagesOf(target), `${packageFile(path)}.mjs`)).href, external: true }
    })
    // package.json says that our modules have no side effects, but a harness has.
    // As in a browser.
    build.onResolve({ filter: /\/prerender\/serverForm\.ts$/ }, () => ({ path: join(root, 'src/prerender/noServerForm.ts') }))
    build.onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir }) =>
      importer.includes('/node_modules/') ? undefined : { path: resolve(resolveDir, path), sideEffects: true },
    )
    build.onLoad({ filter: /\/firstCall\/texts\.ts$/ }, async () => ({ contents: await firstCallTexts(), loader: 'js' }))
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: sheetModule(path), loader: 'js' }))
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const text = await readFile(path, 'utf8')
      const isScreen = isMinified && target === 'preact' && /\/src\/(api|browser|client|ui|products|widget|strings)\//.test(path)
      if (isScreen) return { contents: await minified(path, text), loader: 'js' }
      return text.includes('import.meta.url')
        ? { contents: await placed(path, text), loader: 'js' }
        : { contents: text, loader: loaders[extname(path)] }
    })
  },
})

/**
 * A compiled test file and all sources that it imports. Paths are relative to the repository root.
 */
export interface Compiled {
  path: string
  sources: string[]
}

/**
 * Compiles `files` for a target. Resolves with the compiled files, by file. Paths are relative to
 * the repository root. `isMinified`: whether the target `preact` minifies the screens.
 */
export const compile = async (files: string[], target: string, isMinified = true): Promise<Record<string, Compiled>> => {
  if (files.length === 0) return {}
  const packages = new Set<string>()
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
    plugins: [own(target, packages, isMinified)],
  })
  await bundlePackages([...packages], target)
  return Object.fromEntries(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, { path, sources: reached(entryPoint, metafile.inputs) }] as const] : [],
    ),
  )
}

/** A file and all that it imports, directly or not, with modules that contribute no code. */
const reached = (file: string, inputs: esbuild.Metafile['inputs'], seen = new Set<string>()) => {
  seen.add(file)
  for (const { path, external } of inputs[file]!.imports) if (!external && !seen.has(path)) reached(path, inputs, seen)
  return [...seen]
}

// `node --import tsx test/runner/compile.ts preact a.test.ts b.test.ts` prints the result as JSON.
if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [target = '', ...files] = process.argv.slice(2)
  console.log(JSON.stringify(await compile(files, target)))
}
