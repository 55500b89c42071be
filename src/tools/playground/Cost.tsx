import type { LoginConfig } from '../../entries/index.ts'
import { costOf, fetchTime, sum } from '../snippet/size.ts'
import type { EmbedChunk, EmbedChunks } from '../snippet/snippet.ts'

const kilobytes = (files: EmbedChunk[]) =>
  `${(sum(files, 'brotli') / 1000).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} kB`

/**
 * The weight of a configuration, from the table of chunks that the build writes, as `latchkey size`
 * computes it. `language` is a BCP 47 tag, and `backend` that of the code.
 */
export function Cost({
  config,
  language,
  backend,
  chunks,
}: {
  config: LoginConfig
  language?: string
  backend?: string
  chunks: EmbedChunks
}) {
  const { first, rest, later } = costOf(config, chunks, language, backend)
  const rows: [what: string, files: EmbedChunk[]][] = [
    ['First screen', first],
    ['After it paints', rest],
    ['To log in, at most', later],
  ]
  return (
    <dl className="cost" aria-label="Weight with Brotli">
      {rows.map(([what, files]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd title={`${sum(files, 'brotli').toLocaleString('en-US')} bytes with Brotli, in ${files.length} files`}>{kilobytes(files)}</dd>
        </div>
      ))}
      <div>
        <dt>On slow 4G</dt>
        <dd>{(fetchTime(first) / 1000).toFixed(2)} s</dd>
      </div>
    </dl>
  )
}
