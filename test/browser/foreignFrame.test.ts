/**
 * Tests how we find out whether another site shows this page in a frame, and so could put something
 * over it.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inForeignFrame } from '../../src/browser/foreignFrame.ts'

const test = suite('frames of other sites')

/**
 * What a window can see of its parent: its document, or nothing. Browsers say "nothing" with null
 * or with an error.
 */
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
  // Our own page shows this one, but another site shows that page.
  [['own', 'foreign'], true],
  [['own', 'own', 'locked'], true],
  // A foreign site shows our own page, which shows this one.
  [['foreign', 'own'], true],
] as [(keyof typeof parents)[], boolean][]) {
  test(`in ${above.join(', which is in ') || 'no frame'}: ${expected}`, () => {
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
