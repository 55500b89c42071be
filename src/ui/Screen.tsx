import { useEffect, useRef, type ReactNode } from 'react'
import { useUi } from './context.ts'
import { Message } from './Message.tsx'
import { KitPart } from './KitPart.tsx'

/**
 * The frame of a screen: back arrow, title, and the place for an error. When the visitor comes from another screen, the title takes the focus, so that screen
 * readers announce it, unless the screen's first field has taken it.
 */
export function Screen({
  title,
  back,
  error,
  children,
}: {
  title?: ReactNode
  back?: () => void
  error?: ReactNode
  children?: ReactNode
}) {
  const ui = useUi()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => ui.focus(heading.current), [])
  return (
    <>
      {back && <KitPart>{({ Back }) => <Back onClick={back} />}</KitPart>}
      {title && (
        <h2 className="lk-title" tabIndex={-1} ref={heading}>
          {title}
        </h2>
      )}
      <Message>{error}</Message>
      {children}
    </>
  )
}
