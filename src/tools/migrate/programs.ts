/** Where the programs in a file are: a whole file, or the scripts of a page or a component. */
import type * as ts from 'typescript'
import type { TypeScript } from './typescript.ts'

/** A program in a file. */
interface Program {
  start: number
  end: number
  kind: ts.ScriptKind
}

/**
 * The scripts of a page: where their code is, and their attributes. It looks at each character a few times at most: a pattern with an end that never comes would begin to search for it
 * at every `<script`.
 */
const scriptsOf = (text: string) => {
  const lower = text.toLowerCase()
  const found: { attributes: string; start: number; end: number }[] = []
  for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', at)) {
    const start = lower.indexOf('>', at) + 1
    const end = start && lower.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    const attributes = text.slice(at + '<script'.length, start - 1)
    const isScript = !/^\w/.test(attributes)
    if (isScript) found.push({ attributes, start, end })
    // <scripting> can contain one
    at = isScript ? end : start
  }
  return found
}

/** Returns the programs of a file with this name and text; undefined if it is of a kind that has none. */
export const programsOf = (ts: TypeScript, name: string, text: string): Program[] | undefined => {
  const { TS, TSX, JSX } = ts.ScriptKind
  const whole = (kind: ts.ScriptKind) => [{ start: 0, end: text.length, kind }]
  if (/\.[cm]?ts$/.test(name)) return whole(TS)
  if (name.endsWith('.tsx')) return whole(TSX)
  // JSX is allowed in every JavaScript file, as bundlers do
  if (/\.([cm]?js|jsx)$/.test(name)) return whole(JSX)
  if (!/\.(vue|svelte|astro|html?)$/.test(name)) return undefined
  const scripts = scriptsOf(text).map(({ attributes, start, end }) => {
    const lang = /\blang=["']?(\w+)/.exec(attributes)?.[1]
    return { start, end, kind: lang === 'tsx' ? TSX : lang === 'ts' || name.endsWith('.astro') ? TS : JSX }
  })
  const front = name.endsWith('.astro') && /^(---\r?\n)([\s\S]*?)\r?\n---/.exec(text)
  return front ? [{ start: front[1]!.length, end: front[1]!.length + front[2]!.length, kind: TS }, ...scripts] : scripts
}
