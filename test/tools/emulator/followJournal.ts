import * as assert from 'uvu/assert'
import type { Emulator } from '../../../src/tools/emulator/index.ts'

/** By emulator: what somebody knows who follows its journal. */
const copies = new WeakMap<object, Map<string, string>>()

/** Follows the journal of an emulator, and checks that it has told of every change of the state. */
export const followJournal = ({ journal, state }: Pick<Emulator, 'journal' | 'state'>) => {
  const copy = copies.get(journal) ?? new Map<string, string>()
  copies.set(journal, copy)
  const { whole, changes } = journal.take()
  if (whole) copy.clear()
  for (const { store, key, json } of changes) {
    if (json === undefined) copy.delete(`${store} ${key}`)
    else copy.set(`${store} ${key}`, json)
  }
  const present = new Map<string, string>()
  for (const [store, contents] of Object.entries(state().stores)) {
    if (Array.isArray(contents)) for (const [key, value] of contents) present.set(`${store} ${key}`, JSON.stringify(value))
    else present.set(`${store} `, JSON.stringify(contents))
  }
  for (const [name, json] of present) assert.is(copy.get(name), json, `the journal has not told of a change of ${name}`)
  for (const name of copy.keys()) assert.ok(present.has(name), `the journal has not told that ${name} is gone`)
}
