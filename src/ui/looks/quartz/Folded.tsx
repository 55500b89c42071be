import { useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { useWords } from '../../words/translator.ts'
import { foldOf } from './arrangement.ts'
import type { FoldedProps } from '../../context.ts'
import { words } from './words.ts'

/**
 * Arranges the buttons of providers. Of many, it shows the first, the one that was used last in
 * front, and a button for the others. `children` renders them, as tiles or not, and that button.
 */
export function Folded<Item>({ items, social, wasLast, children }: FoldedProps<Item>) {
  const { grid, shown } = foldOf(items.length, social)
  const t = useWords(words)
  const list = useRef<Element | null>(null)
  const [isFolded, setIsFolded] = useState(true)
  useLayoutEffect(() => (list.current?.children[shown] as HTMLElement)?.focus(), [isFolded])
  const unfold = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    list.current = currentTarget.parentElement
    setIsFolded(false)
  }
  if (shown === items.length) return children(items, grid)
  const inOrder = [...items].sort((a, b) => +!wasLast(a) - +!wasLast(b))
  if (!isFolded) return children(inOrder, grid)
  return children(
    inOrder.slice(0, shown),
    grid,
    <button type="button" className="lk-button lk-secondary lk-provider lk-more" aria-expanded="false" onClick={unfold}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 12h.01M12 12h.01M19 12h.01" />
      </svg>
      <span>{t('oauth.more')}</span>
    </button>,
  )
}
