import type { ReactNode } from 'react'
import { Provider } from './Provider'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Provider>{children}</Provider>
      </body>
    </html>
  )
}
