/**
 * Checks that docs/guides/doctor.md says what `latchkey doctor` does: its codes, its limits, its
 * options.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { codes } from '../../src/tools/doctor/codes.ts'
import { limits } from '../../src/tools/doctor/limits.ts'
import { textOf } from '../harness/documents.ts'

const text = textOf('docs/guides/doctor.md').replace(/\s+/g, ' ')

test('its table has every code, in the order of a report', () => {
  const rows = [...textOf('docs/guides/doctor.md').matchAll(/^\| `([\w.]+)` \| (error|warning) \| (.*) \|$/gm)]
  assert.equal(
    rows.map(([, code, severity, about]) => ({ code, severity, about })),
    Object.entries(codes).map(([code, { severity, about }]) => ({ code, severity, about })),
  )
  assert.ok(text.includes(`It knows ${rows.length} faults`))
})

test('its limits are those of the code', () => {
  const seconds = (ms: number) => (ms === 1000 ? 'a second' : `${ms / 1000} seconds`)
  assert.ok(text.includes(`has ${seconds(limits.page)} to answer`))
  assert.ok(text.includes(`at most ${seconds(limits.widget)} for the widget, and ${seconds(limits.step)} for each step`))
  assert.ok(text.includes(`quiet for ${seconds(limits.quiet)}`))
})

test.run()
