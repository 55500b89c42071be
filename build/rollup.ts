/**
 * The rollup that comes with microbundle. It is version 2, typed as version 4; our plugins use only
 * what both have.
 */
import { createRequire } from 'node:module'
import type * as Rollup from 'rollup'

const ofBuild = createRequire(import.meta.url)

/** The object that microbundle itself requires, so a function replaced here is replaced there. */
export const microbundlesRollup = createRequire(ofBuild.resolve('microbundle'))('rollup') as { rollup: typeof Rollup.rollup }
