/**
 * Of two changes of the session the one that was begun later wins, in whichever order they are
 * answered.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isLatest, mayUpdate } from '../../../src/client/session/order.ts'

/**
 * Turn, that of the newest log-in or sign-out (or check) that has been made, and whether one of
 * that turn counts.
 */
const changes: [turn: number, latest: number, counts: boolean][] = [
  [1, 0, true],
  [2, 1, true],
  // a check that is answered keeps the session of the last log-in
  [1, 1, true],
  [0, 0, true],
  [1, 2, false],
  [0, 1, false],
]
for (const [turn, latest, counts] of changes) {
  test(`a log-in, a sign-out or a check of turn ${turn} ${counts ? 'counts' : 'comes too late'} after one of turn ${latest}`, () => {
    assert.is(isLatest(turn, latest), counts)
  })
}

/**
 * Turn, that of the last log-in or sign-out, the last one taken before a session ended, and whether
 * a change of the user of that turn counts.
 */
const updates: [turn: number, replacedAt: number, endedAt: number, counts: boolean][] = [
  [1, 0, 0, true],
  // begun after the log-in
  [2, 1, 1, true],
  // begun before the log-in, which was answered first
  [1, 2, 2, false],
  // begun beside the log-in that took the place of another session
  [2, 1, 2, false],
  // a second factor for the same session: it was begun later, and has ended none
  [1, 2, 0, false],
  [2, 1, 0, true],
  // another tab has signed out, or in as somebody else, meanwhile
  [3, 1, 3, false],
  [4, 1, 3, true],
  [2, 2, 2, false],
]
for (const [turn, replacedAt, endedAt, counts] of updates) {
  test(`a new user of turn ${turn} ${counts ? 'counts' : 'is nobody’s'} after a log-in of turn ${replacedAt} and a session that ended at ${endedAt}`, () => {
    assert.is(mayUpdate(turn, { replaced: replacedAt, ended: endedAt }), counts)
  })
}

test.run()
