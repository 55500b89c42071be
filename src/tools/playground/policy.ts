import type { Seed } from '../emulator/index.ts'
import { emulator } from './emulator.ts'

type Policy = NonNullable<Seed['policy']>

/** Adds to the policy of the project what an app needs, unless it is there. */
export async function addToPolicy({ roles, resources, scopes = [] }: Policy) {
  const { rbac_policy: before } = await emulator.project()
  if (before?.scopes?.some(({ scope }) => scope === scopes[0]?.scope)) return
  await emulator.seed({
    policy: {
      roles: [...(before?.roles ?? []), ...roles],
      resources: [...(before?.resources ?? []), ...resources],
      scopes: [...(before?.scopes ?? []), ...scopes],
    },
  })
}
