import * as v from 'valibot'
import { advanceMs } from './clock.ts'
import { faultList, releaseName } from './faults.ts'
import { nothing } from './fields.ts'
import type { Emulator } from './index.ts'
import { projectPatch } from './project.ts'
import type { SeedableProvider } from './provider.ts'
import { plant, seedBody } from './seed.ts'

const release = v.optional(v.strictObject({ name: releaseName }), {})
const advance = v.strictObject({ advance_ms: advanceMs })

/** The emulator's own routes, under /_emulator/: what a host does in code, for those who come by HTTP. */
export const serveControls = (provider: SeedableProvider, emulator: Emulator) => {
  const { control } = provider
  control('GET outbox', nothing, emulator.outbox)
  control('GET requests', nothing, emulator.requests)
  control('GET events', nothing, emulator.events)
  control('POST reset', nothing, emulator.reset)
  control('GET project', nothing, () => emulator.project())
  control('PATCH project', projectPatch, emulator.project)
  // A refusal is the provider's answer here, where it is an error in code.
  control('POST seed', seedBody, (seed) => plant(provider, seed))
  control('GET faults', nothing, () => emulator.faults())
  control('PATCH faults', faultList, emulator.faults)
  control('POST release', release, ({ name }) => ({ released: emulator.release(name) }))
  control('POST clock', advance, ({ advance_ms }) => ({ now: emulator.clock.advance(advance_ms) }))
}
