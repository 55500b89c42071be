/** Where the programs in a file are: a whole file, or the scripts of a page or a component. */
import type { Language } from './program.ts'

/** A program in a file. */
export interface Program {
  start: number
  end: number
  language: Language
}

/**
 * The scripts of a page: where their code is, and their attributes. It looks at each character a
 * few times at most: a pattern with an end that never comes would begin to search for it at every
 * `<script`.
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

/** The import maps of a page, or of a file of Deno's: where their JSON is. */
export const importMapsOf = (name: string, text: string): { start: number; end: number }[] =>
  /\.html?$/.test(name)
    ? scriptsOf(text).filter(({ attributes }) => typeOf(attributes) === 'importmap')
    : /(^|\/)(deno\.jsonc?|import[-_]?map\.json)$/.test(name)
      ? [{ start: 0, end: text.length }]
      : []

/**
 * The imports and exports of an MDX file: each is a paragraph, and a fence around an example ends
 * with as many marks as it begins with.
 */
const modulesOfMdx = (text: string): Program[] => {
  const programs: Program[] = []
  let fence: string | undefined
  let start: number | undefined
  let at = 0
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (start !== undefined && !line.trim()) {
      programs.push({ start, end: at, language: 'tsx' })
      start = undefined
    } else if (start === undefined && mark) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
    } else if (start === undefined && fence === undefined && /^(import|export)\s/.test(line)) start = at
    at += line.length + 1
  }
  if (start !== undefined) programs.push({ start, end: text.length, language: 'tsx' })
  return programs
}

/**
 * Returns the programs of a file with this name and text; undefined if it is of a kind that has
 * none.
 */
export const programsOf = (name: string, text: string): Program[] | undefined => {
  const whole = (language: Language) => [{ start: 0, end: text.length, language }]
  if (/\.[cm]?ts$/.test(name)) return whole('ts')
  if (name.endsWith('.tsx')) return whole('tsx')
  if (/\.([cm]?js|jsx)$/.test(name)) return whole('js')
  if (name.endsWith('.mdx')) return modulesOfMdx(text)
  if (!/\.(vue|svelte|astro|html?)$/.test(name)) return undefined
  const scripts = scriptsOf(text)
    // data, such as an import map, is no program
    .filter(({ attributes }) =>
      /^(module|(text|application)\/(java|ecma|type)script|text\/babel|ts|tsx|jsx)?$/.test(typeOf(attributes) ?? ''),
    )
    .map(({ attributes, start, end }) => {
      const lang = /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1]
      return { start, end, language: lang === 'tsx' ? 'tsx' : lang === 'ts' || name.endsWith('.astro') ? 'ts' : ('js' as Language) }
    })
  const front = name.endsWith('.astro') && /^(---\r?\n)([\s\S]*?)\r?\n---/.exec(text)
  return front ? [{ start: front[1]!.length, end: front[1]!.length + front[2]!.length, language: 'ts' }, ...scripts] : scripts
}
