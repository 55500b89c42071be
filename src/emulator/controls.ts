import * as v from 'valibot'
import { advanceMs } from './clock.ts'
import { faultList, releaseName } from './faults.ts'
import { noBody } from './fields.ts'
import type { Emulator } from './index.ts'
import { projectPatch } from './project.ts'
import type { Router } from './router.ts'
import { seedBody, type Planted, type Seed } from './seed.ts'
import { signInBody, type SignInVisitor } from './signIn.ts'

const release = v.optional(v.strictObject({ name: releaseName }), {})
const advance = v.strictObject({ advance_ms: advanceMs })

interface Needs {
  emulator: Emulator
  plant: (seed: Seed) => Planted
  signIn: SignInVisitor
}

/** Serves the emulator's own routes, under /_emulator/: they do what you can do in code, for tests that reach the emulator over HTTP. */
export const serveControls = ({ control }: Router, { emulator, plant, signIn }: Needs) => {
  control('GET outbox', noBody, emulator.outbox)
  control('GET requests', noBody, emulator.requests)
  control('GET events', noBody, emulator.events)
  control('POST reset', noBody, emulator.reset)
  control('GET project', noBody, () => emulator.project())
  control('PATCH project', projectPatch, emulator.project)
  // Not `emulator.seed` and `emulator.signIn`: they throw a TypeError, and these routes answer with the provider's refusal.
  control('POST seed', seedBody, plant)
  control('POST sign_in', signInBody, signIn)
  control('GET faults', noBody, () => emulator.faults())
  control('PATCH faults', faultList, emulator.faults)
  control('POST release', release, ({ name }) => ({ released: emulator.release(name) }))
  control('POST clock', advance, ({ advance_ms }) => ({ now: emulator.clock.advance(advance_ms) }))
}
