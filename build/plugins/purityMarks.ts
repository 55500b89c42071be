import MagicString from 'magic-string'
import type { Plugin } from 'rollup'

/** rollup 2 passes these options on to acorn. */
interface ParseOptions {
  onComment: (block: boolean, text: string, start: number, end: number) => void
}

/**
 * Removes marks of purity, because except for one entry (build/entries.ts) nobody tree-shakes the
 * finished chunks, and terser keeps a mark on every JSX call. In `of/*@__PURE__*\/new Set` the mark
 * is also the space.
 */
export const purityMarks: Plugin = {
  name: 'latchkey-purity-marks',
  renderChunk(code) {
    const text = new MagicString(code)
    const onComment: ParseOptions['onComment'] = (_, comment, start, end) => {
      if (!/^\s*[#@]__PURE__\s*$/.test(comment)) return
      const parts = /[\w$]/.test(code[start - 1] ?? '') && /[\w$]/.test(code[end] ?? '')
      if (parts) text.overwrite(start, end, ' ')
      else text.remove(start, end)
    }
    this.parse(code, { onComment } as ParseOptions & Parameters<typeof this.parse>[1])
    return { code: text.toString(), map: null }
  },
}
