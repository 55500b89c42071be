/** Maps of the state: their indexes, and what expires. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock } from '../../../../src/tools/emulator/state/clock.ts'
import { createExpiring, createSweep } from '../../../../src/tools/emulator/state/expiring.ts'
import { createTurns, StoreMap } from '../../../../src/tools/emulator/state/storeMap.ts'

const test = suite('emulator: maps of the state')

interface Person {
  names: string[]
}

test('an index finds an entry by what it has now, however it was changed', () => {
  const turns = createTurns()
  const people = new StoreMap<Person>(turns, [['1', { names: ['Ada', 'Lovelace'] }]])
  const byName = people.index(({ names }) => names)
  assert.is(byName.key('Ada'), '1')
  const endTurn = turns.begin()
  const ada = people.get('1')!
  assert.is(byName.first('Lovelace'), ada)
  ada.names.push('Byron')
  assert.is(byName.key('Byron'), '1', 'in the same request')
  ada.names = ['Augusta']
  assert.is(byName.key('Byron'), undefined)
  endTurn()
  assert.is(byName.key('Augusta'), '1', 'after the request')
  assert.is(byName.key('Ada'), undefined)
  people.set('2', { names: ['Augusta'] })
  assert.equal(byName.all('Augusta'), [ada, { names: ['Augusta'] }])
  people.delete('1')
  assert.equal(byName.all('Augusta'), [{ names: ['Augusta'] }])
  people.delete('2')
  assert.equal(byName.all('Augusta'), [])
})

test('an index looks at an entry again until every request that ran when it was got has ended', () => {
  const turns = createTurns()
  const people = new StoreMap<Person>(turns, [['1', { names: ['Ada'] }]])
  let count = 0
  const byName = people.index(({ names }) => {
    count++
    return names
  })
  const looksOf = (act: () => unknown) => {
    count = 0
    act()
    return count
  }
  const slow = turns.begin()
  const ada = people.get('1')!
  // others come and go meanwhile
  for (let round = 0; round < 5; round++) turns.begin()()
  assert.is(
    looksOf(() => byName.key('nobody')),
    1,
  )
  ada.names = ['Eve']
  assert.is(byName.key('Eve'), '1')
  slow()
  turns.begin()
  assert.is(
    looksOf(() => byName.key('nobody')),
    1,
    'the last time',
  )
  assert.is(
    looksOf(() => byName.key('nobody')),
    0,
    'nobody can change it anymore',
  )
  assert.is(byName.key('Eve'), '1')
  people.set('2', { names: ['Bob'] })
  people.letGo('2')
  assert.is(
    looksOf(() => byName.key('nobody')),
    0,
    'a seed has let it go',
  )
  assert.is(byName.key('Bob'), '2')
})

test('code between requests may change what it has got, and look for others meanwhile', () => {
  const people = new StoreMap<Person>(createTurns(), [['1', { names: ['Ada'] }]])
  const byName = people.index(({ names }) => names)
  const ada = people.get('1')!
  assert.is(byName.key('Eve'), undefined)
  ada.names.push('Eve')
  assert.is(byName.key('Eve'), '1')
})

test('what has expired is gone as soon as something is put, and nothing else is', () => {
  const clock = createClock()
  const entries = new Map()
  const codes = createExpiring<number>(clock, entries)
  for (let index = 0; index < 500; index++) codes.put(`code ${index}`, index, 1 + ((index * 7) % 50))
  assert.is(entries.size, 500)
  clock.advance(25 * 60_000)
  codes.put('last', 0, 5)
  const alive = Array.from({ length: 500 }, (_, index) => 1 + ((index * 7) % 50)).filter((minutes) => minutes > 25).length
  assert.is(entries.size, alive + 1)
  codes.put('last', 1, 600)
  clock.advance(100 * 60_000)
  codes.put('more', 1, 1)
  assert.equal([...entries.keys()], ['last', 'more'], 'a later end counts')
})

test('a sweep asks for the present end of each', () => {
  const clock = createClock()
  const ends = new Map([
    ['session', clock.now() + 1000],
    ['gone', clock.now() + 1000],
  ])
  const { add, sweep } = createSweep(clock, ends, (end) => end)
  add(clock.now() + 1000)
  ends.set('session', clock.now() + 5000)
  ends.delete('gone')
  clock.advance(2000)
  sweep()
  assert.equal([...ends.keys()], ['session'])
  clock.advance(4000)
  sweep()
  assert.equal([...ends.keys()], [])
})

test.run()
