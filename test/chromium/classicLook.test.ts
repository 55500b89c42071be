/**
 * With a public token, every screen looks as it did before there was another look: each element of
 * each state has the same box and the same style as those in classicLook.json.
 * `LATCHKEY_RECORD=1 npm test -- chromium/classicLook --all` writes that file.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fontFamily, loadFonts } from '../../build/heights.ts'
import { finishAnimations } from '../harness/animations.ts'
import { closeBrowser } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { firstOfEachScreen } from '../states/screenOf.ts'
import { screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { arrive, each, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const file = new URL('classicLook.json', import.meta.url)
const isRecording = process.env.LATCHKEY_RECORD === '1'

const properties =
  'display position color background-color background-image border-top border-right border-bottom border-left border-radius box-shadow outline-color font-size font-weight line-height letter-spacing text-align text-decoration-line padding margin gap opacity visibility fill stroke animation-name transition-duration cursor'.split(
    ' ',
  )

/** A line for each element: what it is, where it is, and how it looks. */
const linesOf = ({ page }: Visitor) =>
  page.evaluate((properties) => {
    const host = document.querySelector('[data-latchkey]')!
    return [...(host.shadowRoot ?? host).querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = [x, y, width, height].map((size) => Math.round(size * 4) / 4)
      const styles = [undefined, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        return pseudo && style.content === 'none' ? '' : properties.map((name) => style.getPropertyValue(name)).join('|')
      })
      return [element.tagName, element.getAttribute('class'), element.id, box, ...styles].join(' ')
    })
  }, properties)

/** Lets the page be in front for long enough that a press counts (src/browser/attention.ts). */
const seen = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 500
    dispatchEvent(new Event('focus'))
    await new Promise(requestAnimationFrame)
  })

const hash = (lines: string[]) => createHash('sha256').update(lines.join('\n')).digest('base64').slice(0, 12)

/** Those that a public token can lead to, and that look the same each time. */
const isSteady = ([name, { project, services, device, onlyIn }]: [string, ScreenState]) =>
  !project?.backend &&
  !services &&
  device !== 'wallets' &&
  onlyIn !== 'tests' &&
  !/busy|waiting|on (its|their|the) way|verifying|sending|too many|refused|not sent again|no answer/.test(name)

test('with a public token, nothing has another box or another style', async () => {
  const recorded = isRecording ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  const states = (Object.entries(screenStates) as [string, ScreenState][]).filter((row) =>
    isRecording ? isSteady(row) : row[0] in recorded,
  )
  const firsts = firstOfEachScreen(states.map(([name]) => name))
  const chosen = everything || isRecording ? states : states.filter(([name]) => firsts.includes(name))
  const found: Record<string, string> = {}
  await each(chosen, async ([name, state]) => {
    const visitor = await arrive({
      ...arrangementOf(state, { styles: { ...state.props?.styles, fontFamily } }),
      profile: { viewport: { width: 464, height: 600 } },
    })
    await loadFonts(visitor.page)
    await walk(state.steps, inPage(visitor))
    await seen(visitor)
    await visitor.page.mouse.move(0, 0)
    await finishAnimations(visitor.page)
    found[name] = hash(await linesOf(visitor))
    await visitor.leave().catch(() => {})
  })
  if (isRecording) return writeFileSync(file, JSON.stringify(Object.fromEntries(Object.entries(found).sort()), null, 2) + '\n')
  // what differs from one visit to the next is not in the file
  assert.equal(
    Object.keys(found).filter((name) => found[name] !== recorded[name]),
    [],
  )
})

test.run()
