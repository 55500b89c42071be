import { useEffect, useRef, type ReactNode } from 'react'
import { useUi } from './context.ts'
import { Message } from './Message.tsx'
import { Ornament } from './Ornament.tsx'

/**
 * The frame of a screen: back arrow, title, the place where an error appears. The title takes the focus when the visitor comes from another screen,
 * which also reads it out, unless the screen's first field has.
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
      {back && <Ornament>{({ Back }) => <Back onClick={back} />}</Ornament>}
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
