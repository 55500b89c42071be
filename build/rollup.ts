/** The rollup that microbundle brings along: version 2, typed as version 4, of which our plugins use what both have. */
import { createRequire } from 'node:module'
import type * as Rollup from 'rollup'

const ofBuild = createRequire(import.meta.url)

/** What microbundle itself requires: whoever replaces a function here replaces it there. */
export const microbundlesRollup = createRequire(ofBuild.resolve('microbundle'))('rollup') as { rollup: typeof Rollup.rollup }
