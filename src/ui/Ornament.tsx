import type { ReactNode } from 'react'
import { useChunk } from './chunk.ts'
import { useUi, type Kit } from './context.ts'

/** What of the kit is to be seen before the visitor turns to the widget; nobody waits for it. */
export function Ornament({ children }: { children: (module: Kit) => ReactNode }) {
  const { module } = useChunk(useUi().kit)
  return <>{module && children(module)}</>
}
