import { drawnOn, fasterOn, latchkeyOn, medianOf, prerenderedOn, sdkOn } from '../bench/report/figures.ts'
import { kilobytes } from '../bench/report/goals.ts'
import { journeys } from '../bench/journeys.ts'
import type { Results } from '../bench/results.ts'

const milliseconds = (value: number | undefined) => `${Math.round(value!)} ms`

/**
 * Returns three figures of the last measurement (`npm run bench`), each with what to compare it
 * with.
 */
export const measurements = (results: Results): string => {
  const journey = journeys[0]!
  const [own, sdk, inPage] = [latchkeyOn(results, journey)!, sdkOn(results, journey)!, prerenderedOn(results, journey)]
  const rows = [
    [kilobytes(own.first!), `until the email form can be used. Stytch's SDK 6: ${kilobytes(sdk.first!)}.`],
    [
      milliseconds(medianOf(own, 'ready')),
      `on a slow phone, ${fasterOn(results, journey)!.toFixed(1)} times as fast as Stytch's SDK 6 (${milliseconds(medianOf(sdk, 'ready'))}).`,
    ],
    [
      milliseconds(medianOf(inPage, 'ready')),
      `with the form in your page's HTML: ${drawnOn(results, journey)!.toFixed(1)} times the time of a plain HTML form.`,
    ],
  ]
  return `<ul class="figures">${rows.map(([figure, meaning]) => `<li><strong>${figure}</strong> ${meaning}</li>`).join('')}</ul>`
}
