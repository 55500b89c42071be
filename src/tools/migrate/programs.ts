/** Where the programs in a file are: a whole file, or the scripts of a page or a component. */
import type { Language } from './program.ts'

/** A program in a file. */
export interface Program {
  start: number
  end: number
  language: Language
}

/**
 * Returns the scripts of a page: where their code is, and their attributes. It looks at each
 * character a few times at most: a pattern with an end that never comes would begin to search for
 * it at every `<script`.
 */
const scriptsOf = (text: string) => {
  const lower = text.toLowerCase()
  const scripts: { attributes: string; start: number; end: number }[] = []
  for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', at)) {
    const start = lower.indexOf('>', at) + 1
    const end = start && lower.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    const attributes = text.slice(at + '<script'.length, start - 1)
    const isScript = !/^\w/.test(attributes)
    if (isScript) scripts.push({ attributes, start, end })
    // <scripting> can contain one
    at = isScript ? end : start
  }
  return scripts
}

const typeOf = (attributes: string) => /\btype\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1]?.toLowerCase()

/** Returns where the JSON of a page's import maps is. */
export const importMapsOf = (name: string, text: string): { start: number; end: number }[] =>
  /\.html?$/.test(name) ? scriptsOf(text).filter(({ attributes }) => typeOf(attributes) === 'importmap') : []

/**
 * Returns the programs of a file with this name and text; undefined if it is of a kind that has
 * none.
 */
export const programsOf = (name: string, text: string): Program[] | undefined => {
  const whole = (language: Language) => [{ start: 0, end: text.length, language }]
  if (/\.[cm]?ts$/.test(name)) return whole('ts')
  if (name.endsWith('.tsx')) return whole('tsx')
  if (/\.([cm]?js|jsx)$/.test(name)) return whole('js')
  if (!/\.(vue|svelte|astro|html?)$/.test(name)) return undefined
  const scripts = scriptsOf(text)
    // data, such as an import map, is no program
    .filter(({ attributes }) =>
      /^(module|(text|application)\/(java|ecma|type)script|text\/babel|ts|tsx|jsx)?$/.test(typeOf(attributes) ?? ''),
    )
    .map(({ attributes, start, end }) => {
      const isTypeScript = /\blang\s*=\s*["']?ts\b/.test(attributes) || name.endsWith('.astro')
      return { start, end, language: isTypeScript ? 'ts' : ('js' as Language) }
    })
  const front = name.endsWith('.astro') && /^(---\r?\n)([\s\S]*?)\r?\n---/.exec(text)
  return front ? [{ start: front[1]!.length, end: front[1]!.length + front[2]!.length, language: 'ts' }, ...scripts] : scripts
}
