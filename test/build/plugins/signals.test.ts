import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { signals } from '../../../build/plugins/signals.ts'
import { bundled } from '../bundled.ts'

const project = {
  'src/index.ts': "import { by } from '#signals'\nconsole.log(by)",
  'src/ui/signals.preact.ts': "export const by = 'a signal of ours'",
  'src/ui/signals.fullCompat.ts': "export const by = 'the package for all'",
  'src/ui/signals.react.ts': "export const by = 'the package for React'",
}

test('on Preact, #signals is our own signal', async () => {
  assert.match((await bundled(project, signals('preact')))['entry.js']!, 'a signal of ours')
})

test('in the build on the complete packages, it is that package', async () => {
  assert.match((await bundled(project, signals('fullCompat')))['entry.js']!, 'the package for all')
})

test('on React and without a framework, it is the package', async () => {
  for (const framework of ['react', 'none'] as const)
    assert.match((await bundled(project, signals(framework)))['entry.js']!, 'the package for React')
})

test.run()
