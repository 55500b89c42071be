/**
 * `node --import tsx --import ./test/harness/register.mjs a.test.ts` runs one test file.
 * `LATCHKEY_TARGET` says what `react` and `#signals` stand for in it: `preact` as in the script tag, else the real React.
 */
import { register } from 'node:module'

register('./target.mjs', import.meta.url)
