/** Minifies the script that stands in a page beside a prerendered form. */
import { floor } from './floor.ts'
import { transform } from 'esbuild'

/** The module that takes the place of src/prerender/script.ts. */
export const pageScript = async (): Promise<string> => {
  const { script } = await import('../src/prerender/script.ts')
  const { code } = await transform(script, { minify: true, ...floor.syntax })
  return `export const script = ${JSON.stringify(code.trim().replace(/;$/, ''))}`
}
