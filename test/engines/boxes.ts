/** Compares where each part of a screen is in two engines. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnginePage } from './engine.ts'

/** A part, as in `button.lk-button`, with its left, top, width and height, in px. */
type Box = [part: string, ...numbers: number[]]

/** What a screen looks like, by its heading and color scheme. */
export type Boxes = Map<string, Box[]>

const folder = 'shots/engines'

/** Runs in the page. */
const boxesOf = async (scheme: string): Promise<Box[] | undefined> => {
  const root = [...document.querySelectorAll('[data-latchkey]')].map((host) => (host.shadowRoot ?? host).querySelector('.lk')).find(Boolean)
  // another site's page
  if (!root) return undefined
  const { style, dataset } = root.parentElement!
  const paint = () => {
    style.colorScheme = scheme
    if (dataset.lkScheme) dataset.lkScheme = scheme
  }
  // until every part has loaded, for 3 s at most
  const end = performance.now() + 3000
  do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  while (root.querySelector('.lk-loading') && performance.now() < end)
  paint()
  for (const animation of root.getAnimations({ subtree: true }))
    if (animation.effect!.getComputedTiming().endTime !== Infinity) animation.finish()
  const corner = root.getBoundingClientRect()
  // the words of a title break elsewhere where it is not balanced
  return [root, ...root.querySelectorAll('*:not(svg *, option, .lk-title *)')].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const name = [element.localName, ...element.classList].join('.')
    return width && height ? [[name, left - corner.left, top - corner.top, width, height] satisfies Box] : []
  })
}

/** Returns a look for `visitHost` that notes the boxes of each screen, and takes its pictures. */
export const noteBoxes =
  (into: Boxes, engine: string, flow: string) =>
  async (page: EnginePage, part: string): Promise<void> => {
    for (const scheme of ['dark', 'light']) {
      const name = `${flow}, ${part}, ${scheme}`
      const boxes = await page.run(boxesOf, scheme)
      if (!boxes) return
      into.set(name, boxes)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${name.replace(/\W+/g, '-')}-${engine}.png`), await page.picture())
    }
  }

/** Returns what is not at the same place, to a pixel. */
export const movedBoxes = (one: Boxes, other: Boxes): string[] =>
  [...one].flatMap(([name, boxes]) => {
    const others = other.get(name) ?? []
    if (boxes.length === 0) return [`${name}: nothing`]
    if (boxes.length !== others.length) return [`${name}: ${boxes.length} parts, and ${others.length}`]
    return boxes.flatMap(([part, ...numbers], at) => {
      const [otherPart, ...otherNumbers] = others[at]!
      const isSame = part === otherPart && numbers.every((number, index) => Math.abs(number - otherNumbers[index]!) <= 1)
      return isSame ? [] : [`${name}: ${part} ${numbers.map(Math.round)}, and ${otherPart} ${otherNumbers.map(Math.round)}`]
    })
  })
