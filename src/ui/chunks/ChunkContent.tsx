import type { ReactNode } from 'react'
import { words } from '../words/baseWords.ts'
import { Button } from '../fields/Button.tsx'
import { useChunk, type Chunk } from './chunk.ts'
import { focusThen } from '../screen/focusThen.ts'
import { Spinner } from '../screen/Spinner.tsx'
import { useWords } from '../words/translator.ts'

/**
 * Fetches a chunk and renders what `children` makes of its module. While it loads, a spinner shows;
 * if it fails to load, a message and a button that tries again.
 */
export function ChunkContent<Module>({ chunk, children }: { chunk: Chunk<Module>; children: (module: Module) => ReactNode }) {
  const t = useWords(words)
  const { module, failed, load } = useChunk(chunk)
  if (module) return <>{children(module)}</>
  return (
    <div className="lk-stack">
      <div role="alert">{failed && <div className="lk-message">{t('error.unreachable')}</div>}</div>
      {failed ? (
        <Button kind="secondary" onClick={focusThen(load, '.lk')}>
          {t('button.retry')}
        </Button>
      ) : (
        <Spinner />
      )}
    </div>
  )
}
