import { useEffect, useState } from 'react'
import { isE164 } from './digits.ts'
import { reader } from './reader.ts'

/**
 * Where a code went, as one writes it: `+1 213 373 4253` for `+12133734253`, and anything else, as an e-mail address, as it is. So is a
 * number until the code that knows better is there. In a right-to-left sentence it needs an element with `dir="ltr"` around it.
 */
export function useDestination(destination: string): string {
  const [, render] = useState<unknown>()
  const phone = isE164(destination)
  const pretty = phone && reader.now({ typed: destination, caret: 0 }, 'US')?.international
  useEffect(() => {
    if (phone && !pretty) reader.read(destination, 'US').then(render, () => {})
  }, [destination])
  return pretty || destination
}
