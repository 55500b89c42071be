'use strict'
/**
 * Preloaded into microbundle (`node -r`), which takes no plugins and hides the rollup options that decide what a visitor downloads.
 * It wraps the one function through which microbundle reaches rollup. `LATCHKEY_ENTRY` holds the row of entries.mjs, as JSON.
 */
const { mkdirSync, writeFileSync } = require('node:fs')
const { basename, dirname, extname, join, relative, resolve } = require('node:path')
const { transform, transformSync } = require('esbuild')
// the copy that microbundle brings along
const rollup = require(require.resolve('rollup', { paths: [require.resolve('microbundle')] }))
const { sheetModule } = require('./sheet.cjs')

const entry = JSON.parse(process.env.LATCHKEY_ENTRY)
const root = dirname(__dirname)
const { preact, default: react } = require('../package.json').imports['#signals']
const signals = join(root, entry.framework === 'preact' ? preact : react)

/**
 * A chunk is named after its file; after its folder when the file is called index (`products/otp/index.tsx` is "otp"), and after both
 * when the file name alone says nothing (`metadata/1.ts` is "metadata-1").
 */
const chunkName = (id) => {
  const file = basename(id, extname(id))
  const folder = basename(dirname(id))
  if (file === 'index') return folder
  return file.length < 3 ? `${folder}-${file}` : file
}

// First in the list. A style sheet's id must not end in .css, or the postcss plugin behind it takes the text apart again.
const sources = {
  name: 'latchkey-sources',
  resolveId(source, importer) {
    if (source === '#signals') return signals
    // The widget imports it for its place alone: in widget.js, where all chunks find it, and not in a chunk of its own, which is a request more.
    if (source === '../api/call.ts' && importer) return { id: resolve(dirname(importer), source), moduleSideEffects: 'no-treeshake' }
    if (source.endsWith('.css') && importer) return `\0${resolve(dirname(importer), source)}?text`
    return null
  },
  load: (id) => (id.startsWith('\0') && id.endsWith('.css?text') ? sheetModule(id.slice(1, -'?text'.length)) : null),
}

/** A chunk with all that it imports statically, those first, but for the entry. */
const closure = (file, bundle) =>
  [...new Set([...bundle[file].imports.flatMap((next) => closure(next, bundle)), file])].filter((name) => !bundle[name].isEntry)

const names = (specifiers, from, to) => specifiers.map((each) => `${each[from].name}:${each[to].name}`).join()

/**
 * `code` of `file` in which no chunk imports another one statically: `import()` is preceded by that of all that the chunk stands on, and finds it in `$have`.
 * So each file is asked for by itself, and where one did not come, the loader (src/embed.ts) can ask for it again by another address: all but the
 * newest browsers never forget a module that did not come (whatwg/html#10327). A bundler still finds every `import()`.
 */
const standingAlone = (code, file, bundle, parse) => {
  const here = closure(file, bundle)
  const entry = Object.keys(bundle).find((name) => bundle[name].isEntry)
  let text = code
  let alone = ''
  for (const node of parse(code).body.toReversed()) {
    const path = node.source && join(dirname(file), node.source.value)
    if (!path || path === entry) continue
    if (node.specifiers.some(({ type }) => !['ImportSpecifier', 'ExportSpecifier'].includes(type)))
      throw new Error(`${file}: cannot take '${code.slice(node.start, node.end)}' apart`)
    const own = node.type === 'ImportDeclaration'
    const taken = own
      ? names(node.specifiers, 'imported', 'local')
      : node.specifiers.map(({ local }, i) => `${local.name}:$$${node.start + i}`).join()
    if (taken) alone = `const{${taken}}=$have["${path.split('.')[0]}"];${alone}`
    const given = own ? '' : `export{${node.specifiers.map(({ exported }, i) => `$$${node.start + i} as ${exported.name}`).join()}};`
    text = text.slice(0, node.start) + given + text.slice(node.end)
  }
  const through = text.replace(/\bimport\((["'])([^"']+)\1\)/g, (_, _quote, path) => {
    const files = closure(join(dirname(file), path), bundle).filter((name) => !here.includes(name))
    return `$fetch(${files.map((name) => `["${name}",()=>import("${name.replace(/^c/, file === entry ? './c' : '.')}")]`).join()})`
  })
  if (file === entry) {
    return `${through}const $have={};async function $fetch(...e){let t;const n=await $have.fetch?.(...e.map(e=>e[0]));for(const[r,o]of e)t=$have[r.split(".")[0]]||=await(n||o)(r);return t}export{$have,$fetch};\n`
  }
  const used = [alone && '$have', through !== text && '$fetch'].filter(Boolean)
  return `${used.length ? `import{${used.join()}}from"${relative(dirname(file), entry)}";` : ''}${alone}${through}`
}

// Last in the list, behind terser, which drops directives that it does not know ("use client").
const results = {
  name: 'latchkey-results',
  generateBundle(_, bundle) {
    const chunks = {}
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      // Nobody shakes these files again, and terser keeps a mark on every JSX call; in `of/*@__PURE__*/new Set` it is also the space.
      chunk.code = chunk.code.replace(/(?<=([\w$]?))\/\*\s*[#@]__PURE__\s*\*\/(?=([\w$]?))/g, (_, before, after) =>
        before && after ? ' ' : '',
      )
      if (entry.byTag) chunk.code = standingAlone(chunk.code, chunk.fileName, bundle, this.parse)
      if (chunk.isEntry && entry.directive) chunk.code = `'${entry.directive}'\n${chunk.code}`
      chunks[chunk.fileName] = {
        name: chunk.isEntry ? entry.name : basename(chunk.fileName).split('.')[0],
        entry: chunk.isEntry,
        imports: chunk.imports,
        dynamicImports: chunk.dynamicImports,
        // What is left of each source, minified on its own: terser sees the chunk as a whole.
        modules: Object.entries(chunk.modules).map(([id, { code }]) => [
          relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')),
          transformSync(code ?? '', { minify: true, treeShaking: false }).code.trimEnd().length,
        ]),
      }
    }
    const file = join(root, `.cache/build/${entry.name}.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(chunks, null, 2)}\n`)
    // Also those of which nothing is left: build.mjs wants to know when this has to be built again.
    const sources = [...this.getModuleIds()]
      .map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''))
      .filter((id) => id.startsWith(`${root}/`))
    writeFileSync(join(root, `.cache/build/${entry.name}.sources.json`), JSON.stringify(sources.map((id) => relative(root, id))))
  },
}

// In the place of microbundle's TypeScript and Babel plugins, for the same bytes in less time (widget.js, measured: 7 s of CPU, not 18):
// tsc checks types once and not once an entry, and syntax older than the browsers that know `light-dark()` is worth nothing.
const compile = {
  name: 'latchkey-compile',
  async transform(code, id) {
    if (!/^[^\0].*\.tsx?$/.test(id)) return null
    const loader = extname(id).slice(1)
    const compiled = await transform(code, { loader, jsx: 'automatic', target: 'es2022', sourcefile: id, tsconfigRaw: {} })
    return { code: compiled.code, map: null }
  },
}
const replaced = ['rpt2', 'babel']

const bundle = rollup.rollup
rollup.rollup = async (input) => {
  const plugins = input.plugins.filter((plugin) => !replaced.includes(plugin.name))
  const built = await bundle({
    ...input,
    // The entry keeps its own code instead of re-exporting another chunk: one round trip fewer.
    preserveEntrySignatures: 'allow-extension',
    plugins: [sources, compile, ...plugins, results],
    onwarn(warning, warn) {
      // microbundle prints this one and goes on, with a bare import in the output that no browser resolves.
      if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(`Cannot resolve '${warning.source}' imported by ${warning.importer}`)
      input.onwarn(warning, warn)
    },
  })
  const { write } = built
  built.write = (output) =>
    write.call(built, {
      ...output,
      chunkFileNames: (chunk) => {
        const id = chunk.facadeModuleId ?? Object.keys(chunk.modules).at(-1)
        return `c/${id ? chunkName(id) : '[name]'}.[hash].js`
      },
    })
  return built
}
