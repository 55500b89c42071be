import { createElement, type ComponentType } from 'react'
import { Awaited } from '../ui/Awaited.tsx'
import type { Chunk } from '../ui/chunk.ts'
import sheet from '../ui/kit.css'
import { useSpoken } from '../ui/spoken.ts'
import type { Place, ScreenSet } from '../ui/map.ts'
import { useSheet } from '../ui/sheets.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { screenChunks } from './laterChunks.ts'

/** The screen of a place that is not Main, from its chunk. */
export function LaterScreen(props: { at: Place; go: (next: Place) => void }) {
  const { name } = props.at
  const isSpoken = useSpoken()
  useSheet(sheet)
  return (
    <Awaited chunk={screenChunks[name as keyof typeof screenChunks] as Chunk<{ screens: ScreenSet }>}>
      {({ screens }) => (isSpoken ? createElement(screens[name] as ComponentType<typeof props>, props) : <Spinner />)}
    </Awaited>
  )
}
