import type { MouseEvent } from 'react'

/** What a button does that goes away when it is pressed: gives the focus to what is left, the nearest `around` it or the first `within` that, and acts. */
export const leaving =
  (act: () => void, around: string, within = '') =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const rest = currentTarget.closest<HTMLElement>(around)!
    ;(within ? rest.querySelector<HTMLElement>(within)! : rest).focus()
    act()
  }
