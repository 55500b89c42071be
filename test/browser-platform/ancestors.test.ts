/** Whether another site shows this page, and could lay what it likes over it. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inForeignFrame } from '../../src/browser/ancestors.ts'

const test = suite('frames of other sites')

/** What a window may look at of its parent: its document, or nothing, which a browser says by null or by an error. */
const parents = {
  own: { document: {} },
  foreign: { document: null },
  locked: {
    get document() {
      throw new Error('SecurityError')
    },
  },
}

for (const [above, expected] of [
  [[], false],
  [['own'], false],
  [['own', 'own'], false],
  [['foreign'], true],
  [['locked'], true],
  // what shows this page is ours, and is shown by somebody else
  [['own', 'foreign'], true],
  [['own', 'own', 'locked'], true],
  // a site that we may look into shows what shows us
  [['foreign', 'own'], true],
] as [(keyof typeof parents)[], boolean][]) {
  test(`below ${above.join(', which is below ') || 'nobody'}: ${expected}`, () => {
    const frames = [
      { document: {} },
      ...above.map((kind) => Object.create(null, Object.getOwnPropertyDescriptors(parents[kind])) as object),
    ]
    for (const [at, frame] of frames.entries()) Object.assign(frame, { parent: frames[at + 1] ?? frame })
    Object.assign(globalThis, { window: frames[0] })
    assert.is(inForeignFrame(), expected)
  })
}

test.run()
