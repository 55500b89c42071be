import * as v from 'valibot'
import { advanceMs } from '../state/clock.ts'
import type { Emulator } from '../emulator.ts'
import { faultList, releaseName } from './faults.ts'
import { noBody } from '../requests/fields.ts'
import { projectPatch } from '../state/project.ts'
import type { Router } from '../requests/router.ts'
import { seedBody, type Planted, type Seed } from './seed.ts'
import { signInBody, type SignInVisitor } from './signIn.ts'

const release = v.optional(v.strictObject({ name: releaseName }), {})
const advance = v.strictObject({ advance_ms: advanceMs })

interface Dependencies {
  emulator: Emulator
  plant: (seed: Seed) => Planted
  signIn: SignInVisitor
}

/**
 * Serves the emulator's own routes, under /_emulator/: they do what you can do in code, for tests
 * that reach the emulator over HTTP.
 */
export const serveControls = ({ control }: Router, { emulator, plant, signIn }: Dependencies) => {
  /** Answers the messages sent so far, newest last: a list of `OutboxMessage`. */
  control('GET outbox', noBody, emulator.outbox)
  /**
   * Answers the requests to the provider's API so far, newest last: a list of `RecordedRequest`.
   */
  control('GET requests', noBody, emulator.requests)
  /** Answers what clients have logged, newest last: a list of `LogEntry`. */
  control('GET events', noBody, emulator.events)
  /** Restores the initial state. The project's keys stay. No body; answers `{}`. */
  control('POST reset', noBody, emulator.reset)
  /** Answers the settings of the project: a `Project`. */
  control('GET project', noBody, () => emulator.project())
  /** Changes settings. Body: those that change. Answers all of them: a `Project`. */
  control('PATCH project', projectPatch, emulator.project)
  // Not `emulator.seed` and `emulator.signIn`: they throw a TypeError, and these routes answer with
  // the provider's refusal.
  /**
   * Adds users, apps and organizations, and sets the policy. Body: a `Seed`. Answers what was
   * added, with its ids: a `Planted`.
   */
  control('POST seed', seedBody, plant)
  /**
   * Signs a user or a member in without a screen. Body: a `SignIn` or a `SignInMember`. Answers the
   * session with its tokens: a `SignedIn` or a `SignedInMember`.
   */
  control('POST sign_in', signInBody, signIn)
  /** Answers the faults in force, with what is left of their `times`: a list of `Fault`. */
  control('GET faults', noBody, () => emulator.faults())
  /**
   * Replaces the faults. Body: a list of `Fault`; `[]` removes all. Answers the faults in force.
   */
  control('PATCH faults', faultList, emulator.faults)
  /**
   * Releases held requests. Body: `{"name": "verify"}`, or `{}` for all of them. Answers how many
   * there were: `{"released": 1}`.
   */
  control('POST release', release, ({ name }) => ({ released: emulator.release(name) }))
  /**
   * Moves the clock forward by whole milliseconds. Body: `{"advance_ms": 60000}`. Answers the new
   * time (RFC 3339): `{"now": "..."}`.
   */
  control('POST clock', advance, ({ advance_ms }) => ({ now: emulator.clock.advance(advance_ms) }))
}
