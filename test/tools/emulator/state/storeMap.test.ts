/** Maps of the state: what they tell of changes, and their indexes. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock } from '../../../../src/tools/emulator/state/clock.ts'
import { createExpiring, createSweep } from '../../../../src/tools/emulator/state/expiring.ts'
import { createTurns, StoreMap, Unread } from '../../../../src/tools/emulator/state/storeMap.ts'

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

test('an entry that was read late is found by what it has now, and by nothing that it had', () => {
  for (const isReady of [true, false]) {
    const turns = createTurns()
    const people = new StoreMap<Person>(turns, [
      ['1', new Unread('{"names":["Ada","Lovelace"]}')],
      ['2', new Unread('{"names":["Eve"]}')],
      ['3', new Unread('{"names":["Bob"]}')],
    ])
    const byName = people.index(({ names }) => names)
    if (isReady) people.prepare(true)
    const change = (act: () => unknown) => {
      const endTurn = turns.begin()
      act()
      endTurn()
    }
    change(() => people.get('1')!.names.pop())
    change(() => people.set('2', { names: ['Kay'] }))
    change(() => people.delete('3'))
    assert.equal(
      ['Ada', 'Lovelace', 'Eve', 'Kay', 'Bob'].map((name) => byName.key(name)),
      ['1', undefined, undefined, '2', undefined],
      isReady ? 'known to the index' : 'not yet known to the index',
    )
    assert.equal(
      [...people.peekEntries()],
      [
        ['1', { names: ['Ada'] }],
        ['2', { names: ['Kay'] }],
      ],
    )
  }
})

test('an entry counts as changing until every request that ran when it was got has ended', () => {
  const turns = createTurns()
  const people = new StoreMap<Person>(turns, [['1', { names: ['Ada'] }]])
  const byName = people.index(({ names }) => names)
  byName.key('Ada')
  people.remember()
  const slow = turns.begin()
  const ada = people.get('1')!
  // others come and go meanwhile
  for (let round = 0; round < 5; round++) turns.begin()()
  assert.equal([...people.unsavedKeys()], ['1'])
  ada.names = ['Eve']
  assert.is(byName.key('Eve'), '1')
  assert.equal([...people.unsavedKeys()], ['1'], 'it can still change')
  slow()
  turns.begin()()
  turns.begin()()
  people.unsavedKeys()
  assert.equal([...people.unsavedKeys()], [], 'nobody can change it any more')
  assert.is(byName.key('Eve'), '1')
})

test('whoever goes through all entries may change them, and whoever peeks may not', () => {
  const turns = createTurns()
  const people = new StoreMap<Person>(turns, [
    ['1', { names: [] }],
    ['2', { names: [] }],
  ])
  people.remember()
  const changesOf = (act: () => unknown) => {
    const endTurn = turns.begin()
    act()
    endTurn()
    return [...people.unsavedKeys()]
  }
  assert.equal(
    changesOf(() => [...people.values()]),
    ['1', '2'],
  )
  assert.equal(
    changesOf(() => [...people]),
    ['1', '2'],
  )
  assert.equal(
    changesOf(() => people.forEach(() => undefined)),
    ['1', '2'],
  )
  assert.equal(
    changesOf(() => people.get('2')),
    ['2'],
  )
  assert.equal(
    changesOf(() => [people.peek('1'), ...people.peekValues(), ...people.peekEntries(), ...people.keys()]),
    [],
  )
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
  for (const [key, end] of ends) add(key, end)
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
