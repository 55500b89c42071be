import type { ReactNode } from 'react'
import { useChunk } from './chunk.ts'
import { useUi, type Kit } from '../context.ts'

/**
 * A part of the kit that may show on the first screen (logo, watermark, legal links). Shows nothing
 * until the kit has loaded.
 */
export function KitPart({ children }: { children: (module: Kit) => ReactNode }) {
  const { module } = useChunk(useUi().kit)
  return <>{module && children(module)}</>
}
