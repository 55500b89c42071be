/**
 * Runs one compiled test file:
 * `node test/runner/file.mjs .cache/tests/react/test/api/errors.test.mjs`. The process ends when
 * the tests have ended, even if a channel or a timer is still open.
 */
import { resolve } from 'node:path'
import { run } from 'uvu/run'

// uvu puts `file:///` before it.
await run([{ name: null, file: resolve(process.argv[2]).replace(/^\//, '') }])
// Leaves a moment for unhandled rejections, which end the process by themselves.
setTimeout(() => process.exit(), 50)
