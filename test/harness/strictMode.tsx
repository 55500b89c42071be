/** Renders components of latchkey/react like a host in development. Import it after `login.ts`. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { newParent } from './login.ts'
import { screenIn, type Screen } from './screen.ts'

export interface Hosted extends Screen {
  render(component: ReactNode): void
  unmount(): void
}

/** Renders a component in a new element of the page, in StrictMode. */
export function inStrictMode(component: ReactNode): Hosted {
  const parent = newParent()
  const root = createRoot(parent)
  const render = (next: ReactNode) => root.render(<StrictMode>{next}</StrictMode>)
  render(component)
  return { ...screenIn(parent), render, unmount: () => root.unmount() }
}
