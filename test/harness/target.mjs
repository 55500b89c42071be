// Module hooks: they do in Node what build/build.mjs and build/microbundle-hook.cjs do in a bundle.
import { fileURLToPath } from 'node:url'
import sheet from '../../build/sheet.cjs'

const onPreact = process.env.LATCHKEY_TARGET === 'preact'

const source = (path) => new URL(`../../src/${path}`, import.meta.url).href
const preact = {
  react: source('ui/react.preact.ts'),
  'react-dom/client': source('ui/react.preact.ts'),
  'react/jsx-runtime': source('ui/jsx.preact.ts'),
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
}

const counted = new URL('./uvu.mjs', import.meta.url).href

export const resolve = (specifier, context, next) => {
  if (specifier === 'uvu' && context.parentURL !== counted) return { url: counted, shortCircuit: true }
  if (!onPreact) return next(specifier, context)
  // package.json "imports" picks the file by this condition.
  // latchkey/react is never on Preact; screens that are tested through its components are.
  if (specifier === 'react' && context.parentURL === source('react.tsx')) return next('preact/compat', context)
  if (specifier === '#signals') return next(specifier, { ...context, conditions: [...context.conditions, 'preact'] })
  return next(preact[specifier] ?? specifier, context)
}

export const load = (url, context, next) => {
  if (!url.endsWith('.css')) return next(url, context)
  return { format: 'module', source: sheet.sheetModule(fileURLToPath(url)), shortCircuit: true }
}
