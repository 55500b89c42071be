import { useEffect, useRef, type ReactNode } from 'react'
import { words } from './baseWords.ts'
import { useUi } from './context.ts'
import { Message } from './Message.tsx'
import { useWords } from './words.ts'

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
  const t = useWords(words)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => ui.focus(heading.current), [])
  return (
    <>
      {back && (
        <button type="button" className="lk-back" aria-label={t('button.back.ariaLabel')} onClick={back}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12H5m6-7-7 7 7 7" />
          </svg>
        </button>
      )}
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
