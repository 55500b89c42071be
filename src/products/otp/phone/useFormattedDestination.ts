import { useEffect, useState } from 'react'
import { isE164 } from './digits.ts'
import { phoneReader } from './phoneReader.ts'

/**
 * Formats the destination of a code: `+1 213 373 4253` for `+12133734253`, and an email address
 * unchanged. A number is unchanged, too, until the code that formats it has arrived. Put it into an
 * element with `dir="ltr"`, for sentences that are written from right to left.
 */
export function useFormattedDestination(destination: string): string {
  const [, render] = useState<unknown>()
  const phone = isE164(destination)
  const pretty = phone && phoneReader.now({ input: destination, caret: 0 }, 'US')?.international
  useEffect(() => {
    if (phone && !pretty) phoneReader.read(destination, 'US').then(render, () => {})
  }, [destination])
  return pretty || destination
}
