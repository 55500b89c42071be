import { useRef, type ReactNode } from 'react'
import { useUi } from '../../ui/context.ts'
import { FORM } from './heights.ts'

/**
 * Tabs by the ARIA pattern: one tab stop; arrow keys, in the direction of the script, and Home and
 * End move and select.
 */
export function Tabs<Name extends string>({
  names,
  selection,
  onChoose,
  label,
  text,
  children,
}: {
  names: Name[]
  selection: Name
  onChoose: (name: Name) => void
  label: string
  text: (name: Name) => ReactNode
  children: ReactNode
}) {
  const { suffix, look } = useUi()
  const id = 'lk-tabs' + suffix
  const list = useRef<HTMLDivElement>(null)
  const step = (key: string) => {
    const at = names.indexOf(selection)
    const forward = getComputedStyle(list.current!).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (key === 'Home') return 0
    if (key === 'End') return names.length - 1
    if (key === 'ArrowLeft' || key === 'ArrowRight') return (at + (key === forward ? 1 : names.length - 1)) % names.length
  }
  return (
    <>
      <div
        className="lk-tabs"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={(event) => {
          const next = step(event.key)
          // key combinations belong to the browser
          if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onChoose(names[next]!)
          ;(list.current!.children[next] as HTMLElement).focus()
        }}
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={id + name}
            className="lk-tab"
            aria-selected={name === selection}
            aria-controls={id}
            tabIndex={name === selection ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {text(name)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={id + selection} style={{ minHeight: (look?.quartzLater.now?.form ?? FORM) + 'px' }}>
        {children}
      </div>
    </>
  )
}
