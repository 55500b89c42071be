import { buildSync, type Metafile } from 'esbuild'
import { Features, transform } from 'lightningcss'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'rollup'
import { floor } from '../floor.ts'
import { root } from '../paths.ts'

// esbuild leaves the spaces in the value of a variable, and after its name.
const minified = (path: string): string =>
  buildSync({ entryPoints: [path], bundle: true, minify: true, write: false, logLevel: 'silent' })
    .outputFiles[0]!.text.trim()
    .replace(/(--[\w-]+): /g, '$1:')
    .replace(/, (?=var\(|light-dark\(|color-mix\(|[#\d])/g, ',')

const NO_MIX = 'not (color:color-mix(in srgb,red,red))'

/** How much of the text's color these have already (ui/looks/base.css, secondary.css). */
const shares: Record<string, number> = { 'var(--lk-line)': 0.26, 'var(--lk-field)': 0.55 }

/**
 * Returns a declaration with a gray instead of each mix. A mix with the text is nearly gray: 55 %
 * of the text's color on the card's are #818d94 in light, and #8d959a in dark. What a shadow lies
 * on has to be opaque, so it is the card's own color.
 */
const withoutMix = (declaration: string): string =>
  declaration
    .replace(/^--lk-ground:.*/, '--lk-ground:var(--lk-back)')
    .replace(/color-mix\(in srgb, ?(var\([\w-]+\)), ?\1\)/g, '$1')
    .replace(/color-mix\(in srgb, ?([^,]+?) (\d+)%, ?(?:var\([\w-]+\)|#0000)\)/g, (_, color: string, percent) => {
      const alpha = Math.min(255, Math.round(percent * (shares[color] ?? 1) * 1.8 * 2.55))
      return `#818d94${alpha.toString(16).padStart(2, '0')}`
    })

/**
 * Returns a sheet for the oldest browsers that are supported, and for all others: without nested
 * rules; `light-dark()` as two variables, of which one is empty; and what a browser without
 * `color-mix()` paints.
 */
const forFloor = (css: string): string => {
  const { code } = transform({
    filename: 'sheet.css',
    code: Buffer.from(css),
    minify: true,
    targets: floor.targets,
    // it would become a list of languages
    exclude: Features.DirSelector,
  })
  return (
    String(code)
      // a page's own sheets may have been written by the same tool
      .replaceAll('--lightningcss-', '--lk-')
      .replace(/([^{}]+)\{([^{}]*color-mix\([^{}]*)\}/g, (rule, selector: string, declarations: string) => {
        const mixes = declarations.split(';').filter((one) => one.includes('color-mix('))
        return `${rule}@supports ${NO_MIX}{${selector}{${mixes.map(withoutMix).join(';')}}}`
      })
  )
}

/** Writes the style sheets among esbuild's output again, for the floor as well. */
export const writeForFloor = ({ outputs }: Metafile): void => {
  for (const file of Object.keys(outputs).filter((path) => path.endsWith('.css'))) {
    const path = join(root, file)
    writeFileSync(path, forFloor(readFileSync(path, 'utf8')))
  }
}

/**
 * Returns the module for `import sheet from './base.css'`, in every build and in the tests. Its
 * default export is the minified text, with its imports included. Nesting and `light-dark()` reach
 * the browser as written, unless the sheet is `forOlder` browsers, too, or its name says so, as in
 * `all.floor.css`.
 */
export const sheetModule = (path: string, forOlder = path.endsWith('.floor.css')): string => {
  const css = minified(path)
  return `export default ${JSON.stringify(forOlder ? forFloor(css) : css)}`
}

/** Imports a style sheet as text. */
export const styleSheets: Plugin = {
  name: 'latchkey-style-sheets',
  // The id must not end in .css, or microbundle's postcss plugin would parse the text again. It
  // begins with the path; otherwise rollup would make the location of the repository a part of the
  // hashes.
  resolveId: (source, importer) => (source.endsWith('.css') && importer ? `${resolve(dirname(importer), source)}?text` : null),
  load: (id) => (id.endsWith('.css?text') ? sheetModule(id.slice(0, -'?text'.length)) : null),
}
