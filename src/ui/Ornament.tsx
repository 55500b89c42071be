import type { ReactNode } from 'react'
import { useChunk } from './chunk.ts'
import type { kit } from './kit.ts'
import { kitChunk } from './kitChunk.ts'

/** What of the kit is to be seen before the visitor turns to the widget; nobody waits for it. */
export function Ornament({ children }: { children: (module: typeof kit) => ReactNode }) {
  const { module } = useChunk(kitChunk)
  return <>{module && children(module)}</>
}
