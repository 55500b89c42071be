import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { screenStates, type ScreenState } from '../../src/playground/gallery/states.ts'
import { consentStates } from '../browser/consentScreens.ts'
import { states as testedStates } from '../browser/screens.ts'
import { screenNames } from '../harness/screenNames.ts'

const states = Object.entries(screenStates as Record<string, ScreenState>)
const screenOf = (name: string) => name.split(', ')[0]!

test('the gallery shows every screen of the map, and no other', () => {
  const shown = new Set(states.filter(([, { steps }]) => steps).map(([name]) => screenOf(name)))
  assert.equal([...shown].sort(), [...screenNames].sort())
})

test('the gallery and the tests of every screen have the same states', () => {
  const tested = [...testedStates, ...consentStates].map(({ name }) => name)
  assert.equal(states.map(([name]) => name).sort(), tested.sort())
})

test('the states of a screen follow each other, so that its heading is not repeated', () => {
  const screens = states.map(([name]) => screenOf(name))
  const runs = screens.filter((screen, index) => screen !== screens[index - 1])
  assert.is(runs.length, new Set(runs).size, runs.join())
})

test('only these states need a test driver', () => {
  assert.equal(
    states.filter(([, { steps }]) => !steps).map(([name]) => name),
    ['Main, a method that cannot be loaded', 'Main, One Tap that is set up wrongly'],
  )
})

test.run()
