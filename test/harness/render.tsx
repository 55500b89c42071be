/** Renders components of a screen without a widget around them. Import it after `dom.ts`. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiContext, type Ui } from '../../src/ui/context.ts'
import { kit } from '../../src/widget/firstScreenChunks.ts'
import { createVisits, type Visits } from '../../src/widget/visits.ts'
import { screenIn, settled, type Screen } from './screen.ts'

export interface Rendered extends Screen {
  /** The visit that contains the screen. */
  visits: Visits
  /** The errors that `ui.fail` reported to the host. */
  failures: unknown[]
  render(children: ReactNode): Promise<void>
  close(): Promise<void>
}

/**
 * Renders in StrictMode, like a host in development, on a new page. `ui` is the part of the context
 * that the test needs.
 */
export async function render(children: ReactNode, ui: Partial<Ui> = {}): Promise<Rendered> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const failures: unknown[] = []
  const visits = createVisits({ name: 'Main' })
  const value = {
    core: {},
    kit,
    strings: {},
    suffix: '',
    config: {},
    styles: {},
    visit: visits.now,
    fail: (error) => {
      failures.push(error)
    },
    adopt() {},
    ...ui,
  } as Ui
  const rendered: Rendered = {
    ...screenIn(container),
    visits,
    failures,
    async render(next) {
      root.render(
        <StrictMode>
          <UiContext.Provider value={value}>{next}</UiContext.Provider>
        </StrictMode>,
      )
      await settled()
    },
    async close() {
      root.unmount()
      container.remove()
      await settled()
    },
  }
  await rendered.render(children)
  return rendered
}
