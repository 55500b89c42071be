import type { ReactNode } from 'react'
import { useChunk } from './chunk.ts'
import { useUi, type Kit } from './context.ts'

/** A part of the kit that may show on the first screen (logo, watermark, back arrow). It shows nothing until the kit's file is here, and nothing if the file never comes. */
export function KitPart({ children }: { children: (module: Kit) => ReactNode }) {
  const { module } = useChunk(useUi().kit)
  return <>{module && children(module)}</>
}
