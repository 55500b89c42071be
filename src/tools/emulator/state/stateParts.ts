import type { Clock } from './clock.ts'
import type { Project } from './project.ts'
import type { Stores } from './stores.ts'
import type { Users } from './users.ts'

/** What every other part of the emulator stands on. */
export interface StateParts {
  clock: Clock
  project: Project
  stores: Stores
  users: Users
}
