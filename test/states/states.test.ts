/** Tests the table of states itself. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { en } from '../../src/strings/en.ts'
import { screenNames } from '../harness/screenNames.ts'
import { firstOfEachScreen, screenOf } from './screenOf.ts'
import { screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import { patternOf } from '../../src/tools/states/walk.ts'

const states = Object.entries(screenStates as Record<string, ScreenState>)

test('the gallery shows every screen of the map, and no other', () => {
  const shown = new Set(states.filter(([, { onlyIn }]) => !onlyIn).map(([name]) => screenOf(name)))
  assert.equal([...shown].sort(), [...screenNames].sort())
})

test('the states of a screen follow each other, so that its heading is not repeated', () => {
  const screens = states.map(([name]) => screenOf(name))
  const runs = screens.filter((screen, index) => screen !== screens[index - 1])
  assert.is(runs.length, new Set(runs).size, runs.join())
})

test('the first state of each screen is one for every screen of the map', () => {
  const first = firstOfEachScreen(states.map(([name]) => name))
  assert.equal(first.map(screenOf).sort(), [...screenNames].sort())
  assert.equal(firstOfEachScreen(['Main, one', 'Main, two', 'Error']), ['Main, one', 'Error'])
})

test('the last step of each state waits for it, or types what it shows', () => {
  const last = states.map(([name, { steps }]) => [name, steps.at(-1)!.do] as const)
  assert.equal(
    last.filter(([, act]) => !['says', 'shows', 'sent', 'leaveEmail', 'unfold', 'fill'].includes(act)),
    [],
  )
})

test('only these states need a test in a browser', () => {
  assert.equal(
    states.filter(([, { onlyIn }]) => onlyIn).map(([name]) => name),
    ['Main, a method that cannot be loaded', 'Main, One Tap that is set up wrongly'],
  )
})

const words = { ...en, 'login.title': 'Sign in to <bold>{project}</bold> (now)', 'button.retry': 'Try <a>this\u00a0one</a>' }

test('the pattern of a message fits it with all values, and no other text', () => {
  assert.match('Sign in to Larch (now)', patternOf(words, 'login.title'))
  assert.not.match('Sign in to Larch now', patternOf(words, 'login.title'))
  assert.match('Try this one', patternOf(words, 'button.retry'))
  assert.match('this one', patternOf(words, 'button.retry', 'a'))
  assert.not.match('Try that', patternOf(words, 'button.retry'))
})

test.run()
