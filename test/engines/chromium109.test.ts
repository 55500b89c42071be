import * as assert from 'uvu/assert'
import { movedBoxes, noteBoxes, type Boxes } from './boxes.ts'
import { openChromium } from './chromium.ts'
import { openChromium109 } from './chromium109.ts'
import { flows } from './flows.ts'
import { visitHost } from './host.ts'
import { runFlows } from './runFlows.ts'

/** Only a newer Chromium offers passkeys under the field, without a button. */
const alike = flows.filter(({ setting }) => !JSON.stringify(setting.config ?? {}).includes('passkeys'))

const old: Boxes = new Map()
const current: Boxes = new Map()

await runFlows('chromium109', openChromium109, {
  of: (flow) => (alike.some(({ name }) => name === flow) ? noteBoxes(old, '109', flow) : undefined),
  title: 'each part of each screen has the place that it has in the current Chromium',
  async check() {
    const engine = await openChromium()
    if ('missing' in engine) throw new Error(engine.missing)
    try {
      for (const { name, setting, act } of alike) await visitHost(engine, setting, act, noteBoxes(current, 'current', name))
    } finally {
      await engine.close()
    }
    assert.ok(old.size >= 2 * alike.length)
    assert.equal([...old.keys()], [...current.keys()])
    assert.equal(movedBoxes(old, current), [])
  },
})
