import { createElement, useLayoutEffect, type ComponentType } from 'react'
import { ChunkContent } from '../ui/chunks/ChunkContent.tsx'
import { useChunk, type Chunk } from '../ui/chunks/chunk.ts'
import sheet from '../ui/looks/kit.css'
import { useLaterWords } from '../ui/words/useLaterWords.ts'
import { UiContext, useUi } from '../ui/context.ts'
import type { Place, ScreenSet } from '../ui/map.ts'
import { useSheet } from '../ui/looks/sheets.ts'
import { Spinner } from '../ui/screen/Spinner.tsx'
import { quartzLater, screenChunks } from './laterChunks.ts'
import { useConfirmation } from './useConfirmation.tsx'

/** Renders a screen other than Main, from its chunk. */
export function LaterScreen(props: { at: Place; go: (next: Place) => void }) {
  const { name } = props.at
  const hasWords = useLaterWords()
  useSheet(sheet)
  const ui = useUi()
  const { look, render } = ui
  const { dialog, ...confirmation } = useConfirmation()
  // with the second half of its look, the widget dresses itself anew
  const { module } = useChunk(look && quartzLater)
  if (look && module) look.quartzLater.now = module
  useLayoutEffect(() => render(module), [module])
  const screen = (
    <ChunkContent chunk={screenChunks[name as keyof typeof screenChunks] as Chunk<{ screens: ScreenSet }>}>
      {/* a log-in with a token begins its call before it has anything to say */}
      {({ screens }) =>
        hasWords || name === 'UrlLogIn' ? createElement(screens[name] as ComponentType<typeof props>, props) : <Spinner />
      }
    </ChunkContent>
  )
  return (
    <>
      <UiContext.Provider value={{ ...ui, confirmation, core: confirmation.confirming(ui.core) }}>{screen}</UiContext.Provider>
      {dialog}
    </>
  )
}
