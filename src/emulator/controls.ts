import * as v from 'valibot'
import { faultList } from './faults.ts'
import { nothing } from './fields.ts'
import type { Emulator } from './index.ts'
import { projectPatch } from './project.ts'
import type { Router } from './router.ts'
import { seedBody } from './seed.ts'

const advance = v.strictObject({ advance_ms: v.pipe(v.number(), v.minValue(0)) })

/** The emulator's own routes, under /_emulator/: what a host does in code, for those who come by HTTP. */
export const serveControls = ({ control }: Router, emulator: Emulator) => {
  control('GET outbox', nothing, emulator.outbox)
  control('GET requests', nothing, emulator.requests)
  control('GET events', nothing, emulator.events)
  control('POST reset', nothing, emulator.reset)
  control('GET project', nothing, () => emulator.project())
  control('PATCH project', projectPatch, emulator.project)
  control('POST seed', seedBody, emulator.seed)
  control('GET faults', nothing, () => emulator.faults())
  control('PATCH faults', faultList, emulator.faults)
  control('POST clock', advance, ({ advance_ms }) => ({ now: emulator.clock.advance(advance_ms) }))
}
