/** Where the programs in a file are: a whole file, or the scripts of a page or a component. */
import type * as ts from 'typescript'
import type { TypeScript } from './typescript.ts'

/** A program in a file. */
export interface Program {
  start: number
  end: number
  kind: ts.ScriptKind
}

const script = /(<script\b([^>]*)>)([\s\S]*?)<\/script>/gi

/** Returns the programs of a file with this name and text; undefined if it is of a kind that has none. */
export const programsOf = (ts: TypeScript, name: string, text: string): Program[] | undefined => {
  const { TS, TSX, JSX } = ts.ScriptKind
  const whole = (kind: ts.ScriptKind) => [{ start: 0, end: text.length, kind }]
  if (/\.[cm]?ts$/.test(name)) return whole(TS)
  if (name.endsWith('.tsx')) return whole(TSX)
  // JSX is allowed in every JavaScript file, as bundlers do
  if (/\.([cm]?js|jsx)$/.test(name)) return whole(JSX)
  if (!/\.(vue|svelte|astro|html?)$/.test(name)) return undefined
  const scripts = [...text.matchAll(script)].map(({ index, 1: tag, 2: attributes, 3: code }) => {
    const start = index + tag!.length
    const lang = /\blang=["']?(\w+)/.exec(attributes!)?.[1]
    return { start, end: start + code!.length, kind: lang === 'tsx' ? TSX : lang === 'ts' || name.endsWith('.astro') ? TS : JSX }
  })
  const front = name.endsWith('.astro') && /^(---\r?\n)([\s\S]*?)\r?\n---/.exec(text)
  return front ? [{ start: front[1]!.length, end: front[1]!.length + front[2]!.length, kind: TS }, ...scripts] : scripts
}
