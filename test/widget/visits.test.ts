import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createVisits } from '../../src/widget/visits.ts'

const test = suite('visits')

const to = (email: string) => ({ name: 'EmailConfirmation', email }) as const

test('going on ends one visit and begins the next, with the data of its screen', () => {
  const visits = createVisits({ name: 'Main' })
  const first = visits.now.peek()
  visits.go(first, to('ada@example.com'))
  const second = visits.now.peek()
  assert.equal([first.signal.aborted, second.signal.aborted], [true, false])
  assert.equal([first.number, second.number], [0, 1])
  assert.equal(second.place, to('ada@example.com'))
})

test('a visit that is over leads nowhere: a late answer cannot move the widget', () => {
  const visits = createVisits({ name: 'Main' })
  const first = visits.now.peek()
  visits.go(first, to('ada@example.com'))
  const second = visits.now.peek()
  visits.go(first, to('late@example.com'))
  assert.is(visits.now.peek(), second)
})

test('the same screen again is another visit', () => {
  const visits = createVisits({ name: 'Main' })
  visits.go(visits.now.peek(), { name: 'Main' })
  assert.is(visits.now.peek().number, 1)
})

test('leaving with the element ends the visit', async () => {
  const visits = createVisits(to('ada@example.com'))
  const before = visits.now.peek()
  visits.endWith({ isConnected: false } as Element)()
  assert.not(before.signal.aborted)
  await Promise.resolve()
  assert.ok(before.signal.aborted)
  visits.go(before, { name: 'Main' })
  assert.is(visits.now.peek(), before)
})

test('removing an element that React keeps, to hide or restore it, ends nothing', async () => {
  const visits = createVisits(to('ada@example.com'))
  const before = visits.now.peek()
  visits.endWith({ isConnected: true } as Element)()
  await Promise.resolve()
  assert.not(before.signal.aborted)
  assert.is(visits.now.peek(), before)
})

test.run()
