import { useLayoutEffect, useRef, useState } from 'react'
import sheet from './menu.css'
import { Icon } from './Icon.tsx'
import { useSheet } from '../looks/sheets.ts'

/** Something to do with a row. */
export interface RowAction {
  label: string
  /** The path of its drawing, for Icon.tsx. */
  path: string
  /** It takes something away. */
  ends?: boolean
  testId: string
  run: () => void
}

/**
 * What a visitor can do with one row, behind one button (ARIA Authoring Practices, menu button).
 * `asks`: a question about the row is open.
 */
export function RowMenu({ label, actions, disabled, asks }: { label: string; actions: RowAction[]; disabled?: boolean; asks?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useSheet(sheet)
  const close = () => {
    box.current!.querySelector('button')!.focus()
    setOpen(false)
  }
  useLayoutEffect(() => {
    if (!isOpen) return
    const { current } = box
    const items = [...current!.querySelectorAll<HTMLElement>('[role=menuitem]')]
    items[0]!.focus()
    const ended = new AbortController()
    const leave = (event: Event) => event.composedPath().includes(current!) || setOpen(false)
    for (const type of ['pointerdown', 'focusin']) addEventListener(type, leave, ended)
    const onKeyDown = (event: KeyboardEvent) => {
      const now = items.findIndex((item) => item.matches(':focus'))
      const keys: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }
      const next = keys[event.key]
      if (next === undefined && event.key !== 'Escape') return
      // keeps Escape from closing the host's dialog, and the page from scrolling
      event.preventDefault()
      event.stopPropagation()
      if (next === undefined) close()
      else items.at(next % items.length)!.focus()
    }
    current!.addEventListener('keydown', onKeyDown, ended)
    return () => ended.abort()
  }, [isOpen])
  return (
    <div className="lk-acts" ref={box}>
      <button
        type="button"
        className="lk-icon"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-disabled={!!disabled}
        data-asks={asks}
        onClick={disabled ? undefined : () => setOpen(!isOpen)}
      >
        <Icon path="M5 12h.01M12 12h.01M19 12h.01" />
      </button>
      {isOpen && (
        <div className="lk-menu" role="menu" aria-label={label}>
          {actions.map(({ label, path, ends, testId, run }) => (
            <button
              key={testId}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={ends ? 'lk-ends' : undefined}
              data-testid={testId}
              onClick={() => {
                close()
                run()
              }}
            >
              <Icon path={path} />
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
