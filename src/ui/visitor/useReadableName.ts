import { useEffect, useState } from 'react'
import { useUi } from '../context.ts'

const isNumber = (name?: string) => /^\+\d+$/.test(name!)

/**
 * Returns a function that writes phone numbers for people: `+1 213 373 4253` for `+12133734253`. A
 * number is unchanged until the code that formats it has arrived, and any other name always. Put it
 * into an element with `dir="ltr"`, for sentences that are written from right to left. `names` are
 * those that the screen shows.
 */
export function useReadableName(...names: (string | undefined)[]): <Name extends string | undefined>(name: Name) => Name {
  const { kit } = useUi()
  const [, render] = useState<unknown>()
  const read = (name: string) => kit.now?.phoneNumbers.now?.phoneReader.now({ input: name, caret: 0 }, 'US')?.international
  const numbers = names.filter(isNumber) as string[]
  useEffect(() => {
    for (const number of numbers)
      if (!read(number))
        kit
          .load()
          .then(async ({ phoneNumbers }) => phoneNumbers.load())
          .then(({ phoneReader }) => phoneReader.read(number, 'US'))
          .then(render, () => {})
  }, [numbers.join()])
  return (name) => ((isNumber(name) && read(name!)) || name) as typeof name
}
