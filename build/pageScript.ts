/** Minifies the scripts that stand in a page's HTML. */
import { floor } from './floor.ts'
import { build, transform } from 'esbuild'
import { join } from 'node:path'
import { minify } from 'terser'
import { root } from './paths.ts'

/** Returns the module that replaces src/prerender/script.ts. */
export const pageScript = async (): Promise<string> => {
  const { script } = await import('../src/prerender/script.ts')
  const { code } = await transform(script, { minify: true, ...floor.syntax })
  return `export const script = ${JSON.stringify(code.trim().replace(/;$/, ''))}`
}

/** Returns a function of src/prerender/firstCall/ as text, with these constants. */
const functionText = async (file: string, name: string, define: Record<string, string> = {}): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${name} } from './${file}'\nexpect(${name})`, resolveDir: join(root, 'src/prerender/firstCall') },
    bundle: true,
    write: false,
    format: 'esm',
    define,
    ...floor.syntax,
  })
  const compress = { passes: 4, unsafe_arrows: true, keep_fargs: true, ecma: 2020 as const }
  const { code } = await minify(outputFiles[0]!.text, { ecma: 2020, module: true, compress })
  const [, text] = /^expect\((.*)\);?$/s.exec(code!.trim()) ?? []
  if (!text) throw new Error(`A script in the page is not one function: ${code}`)
  return text
}

/** Returns the module that replaces src/prerender/firstCall/texts.ts. */
export const firstCallTexts = async (): Promise<string> => {
  const page = (isBackend: boolean, isConsent: boolean) =>
    functionText('page.ts', 'sendFirstCall', { IS_BACKEND: String(isBackend), IS_CONSENT: String(isConsent) })
  const pages = async (isBackend: boolean) => ({ login: await page(isBackend, false), consent: await page(isBackend, true) })
  const files = await functionText('files.ts', 'fetchEarly')
  const form = await functionText('form.ts', 'sendFromForm')
  return `export const texts = ${JSON.stringify({ provider: await pages(false), backend: await pages(true) })}
export const filesText = ${JSON.stringify(files)}
export const formText = ${JSON.stringify(form)}`
}
