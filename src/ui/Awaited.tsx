import type { ReactNode } from 'react'
import { words } from './baseWords.ts'
import { Button } from './Button.tsx'
import { useChunk, type Chunk } from './chunk.ts'
import { leaving } from './leaving.ts'
import { Spinner } from './Spinner.tsx'
import { useWords } from './words.ts'

/** What a chunk's code makes of itself, once it is here: until then a spinner, and a way to try again where it could not be loaded. */
export function Awaited<Module>({ chunk, children }: { chunk: Chunk<Module>; children: (module: Module) => ReactNode }) {
  const t = useWords(words)
  const { module, failed, load } = useChunk(chunk)
  if (module) return <>{children(module)}</>
  if (!failed) return <Spinner />
  return (
    <>
      <p role="alert">{t('error.unreachable')}</p>
      <Button onClick={leaving(load, '.lk')}>{t('button.retry')}</Button>
    </>
  )
}
