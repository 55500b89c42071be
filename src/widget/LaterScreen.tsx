import { createElement, type ComponentType } from 'react'
import { Awaited } from '../ui/Awaited.tsx'
import type { Chunk } from '../ui/chunk.ts'
import sheet from '../ui/kit.css'
import type { Place, ScreenSet } from '../ui/map.ts'
import { useSheet } from '../ui/sheets.ts'
import { screenChunks } from './laterChunks.ts'

/** The screen of a place that is not Main, from its chunk. */
export function LaterScreen(props: { at: Place; go: (next: Place) => void }) {
  const { name } = props.at
  useSheet(sheet)
  return (
    <Awaited chunk={screenChunks[name as keyof typeof screenChunks] as Chunk<{ screens: ScreenSet }>}>
      {({ screens }) => createElement(screens[name] as ComponentType<typeof props>, props)}
    </Awaited>
  )
}
