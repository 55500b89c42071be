import type { MouseEvent } from 'react'

/**
 * A click handler for a button that disappears when it is pressed: moves the focus to what stays,
 * then acts. The focus goes to the closest ancestor that matches `ancestor`, or to the first match
 * of `inside` within it.
 */
export const focusThen =
  (act: () => void, ancestor: string, inside = '') =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const around = currentTarget.closest<HTMLElement>(ancestor)!
    ;(inside ? around.querySelector<HTMLElement>(inside)! : around).focus()
    act()
  }
