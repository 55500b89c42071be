import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { frameworkImports } from '../../../build/plugins/frameworkImports.ts'
import { bundleFiles } from '../bundleFiles.ts'

const project = {
  'src/index.ts': "import { by } from '#signals'\nimport { rooted } from '#root'\nconsole.log(by, rooted)",
  'src/ui/frameworks/signals.preact.ts': "export const by = 'a signal of ours'",
  'src/ui/frameworks/signals.fullCompat.ts': "export const by = 'the package for all'",
  'src/ui/frameworks/signals.react.ts': "export const by = 'the package for React'",
  'src/widget/root.react.ts': "export const rooted = 'hydrates'",
  'src/widget/root.ts': "export const rooted = 'renders into'",
}

test('on Preact, #signals is our own signal', async () => {
  assert.match((await bundleFiles(project, frameworkImports('preact')))['entry.js']!, 'a signal of ours')
})

test('in the build on the complete packages, it is that package', async () => {
  assert.match((await bundleFiles(project, frameworkImports('fullCompat')))['entry.js']!, 'the package for all')
})

test('on React and without a framework, it is the package', async () => {
  for (const framework of ['react', 'none'] as const)
    assert.match((await bundleFiles(project, frameworkImports(framework)))['entry.js']!, 'the package for React')
})

test('#root hydrates on React alone', async () => {
  for (const framework of ['preact', 'fullCompat', 'react', 'none'] as const)
    assert.match(
      (await bundleFiles(project, frameworkImports(framework)))['entry.js']!,
      framework === 'react' ? 'hydrates' : 'renders into',
    )
})

test('on React, elements are created by our own runtime; the form of a server stays outside', async () => {
  const elements = {
    'src/index.ts':
      "import { jsx } from '#react/jsx-runtime'\nimport { serverForm } from './prerender/serverForm.ts'\nconsole.log(jsx, serverForm)",
    'src/ui/frameworks/jsx.react.ts': "export const jsx = 'ours'",
  }
  const code = (await bundleFiles(elements, frameworkImports('react')))['entry.js']!
  assert.match(code, /['"]ours['"]/)
  assert.match(code, /import .* from ['"]\.\/serverForm\.js['"]/)
})

test.run()
