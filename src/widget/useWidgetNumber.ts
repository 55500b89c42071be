import { useLayoutEffect } from 'react'
import { pageState } from '../browser/pageState.ts'

/**
 * Takes the lowest number that no other widget on the page has. Sets the suffix of ids by it, if it
 * is not the first one: `-2`.
 */
export function useWidgetNumber(setSuffix: (suffix: string) => void): void {
  useLayoutEffect(() => {
    const { widgets } = pageState()
    let number = 1
    while (widgets.has(number)) number++
    widgets.add(number)
    if (number > 1) setSuffix('-' + number)
    return () => void widgets.delete(number)
  }, [])
}
