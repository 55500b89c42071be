import { dirname, resolve } from 'node:path'
import type { Plugin } from 'rollup'

/** The widget imports src/api/call.ts for its place alone: in widget.js, where all chunks find it, and not in a chunk of its own, which is a request more. */
export const callInEntry: Plugin = {
  name: 'latchkey-call-in-entry',
  resolveId: (source, importer) =>
    source === '../api/call.ts' && importer ? { id: resolve(dirname(importer), source), moduleSideEffects: 'no-treeshake' } : null,
}
