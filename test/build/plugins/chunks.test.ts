import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { chunks } from '../../../build/plugins/chunks.ts'
import { bundleFiles, type Project } from '../bundleFiles.ts'

const project: Project = {
  'src/index.ts': `
    import { own } from './own.ts'
    export const start = () => [own, import('./engine.ts'), import('./kit.ts'), import('./otp.ts'), import('./idp.ts')]`,
  'src/own.ts': "export const own = 'own ' + Math.sqrt(1)",
  'src/call.ts': "import { own } from './own.ts'\nexport const call = (what) => [own, what]",
  'src/engine.ts': "import { call } from './call.ts'\nimport { base } from './base.ts'\nexport const engine = call(base)",
  'src/kit.ts': "export { message } from './message.ts'",
  'src/otp.ts': `
    import { call } from './call.ts'
    import { base } from './base.ts'
    import { message } from './message.ts'
    import { url } from './url.ts'
    export const otp = [call(base), message, url]`,
  'src/idp.ts': "import { message } from './message.ts'\nimport { url } from './url.ts'\nexport const idp = [message, url]",
  'src/base.ts': "export const base = 'base ' + Math.sqrt(4)",
  'src/message.ts': "import { base } from './base.ts'\nexport const message = base + 'message ' + Math.sqrt(9)",
  'src/url.ts': "export const url = 'url ' + Math.sqrt(16)",
}

const bundle = async (files: Project, shared: Parameters<typeof chunks>[1]) =>
  Object.fromEntries(
    Object.entries(await bundleFiles(files, chunks('src/index.ts', shared))).map(([file, code]) => [
      file.replace(/\.[0-9a-f]{8}\./, '.'),
      code,
    ]),
  )

/** The file that contains each of these texts. */
const places = async (shared: Parameters<typeof chunks>[1]) => {
  const files = Object.entries(await bundle(project, shared))
  return Object.fromEntries(
    ["'own '", '(what)', "'base '", "'message '", "'url '"].map((text) => [
      text,
      files
        .filter(([, code]) => code.includes(text))
        .map(([file]) => file)
        .join(),
    ]),
  )
}

test('code that several chunks need is in the entry, in the first named chunk that needs it, or in a file of its own', async () => {
  assert.equal(
    await places([
      ['entry', ['src/call.ts']],
      ['engine', ['src/engine.ts']],
      ['kit', ['src/kit.ts']],
    ]),
    {
      "'own '": 'entry.js',
      '(what)': 'entry.js',
      "'base '": 'c/engine.js',
      "'message '": 'c/kit.js',
      "'url '": 'c/url.js',
    },
  )
})

test('a chunk can contain code that its own file does not need', async () => {
  const { "'url '": url } = await places([['engine', ['src/engine.ts', 'src/url.ts']]])
  assert.is(url, 'c/engine.js')
})

test('the order of the named chunks decides', async () => {
  const { "'base '": base, "'message '": message } = await places([
    ['kit', ['src/kit.ts']],
    ['engine', ['src/engine.ts']],
  ])
  assert.equal([base, message], ['c/kit.js', 'c/kit.js'])
})

test('the entry keeps its own code', async () => {
  const { 'entry.js': entry } = await bundle(project, [['engine', ['src/engine.ts', 'src/url.ts']]])
  assert.match(entry!, 'const own = ')
  assert.match(entry!, /export \{.*\bstart\b/)
})

test('a file that is not part of the build is an error', async () => {
  const refusal = (path: string) =>
    bundleFiles({ ...project, 'src/unused.ts': 'console.log(1)' }, chunks('src/index.ts', [['engine', [path]]])).then(
      () => '',
      (error: Error) => error.message,
    )
  assert.match(await refusal('src/unused.ts'), "'src/unused.ts' of `sharedChunks` in build/entries.ts is no part of this build")
  assert.match(await refusal('src/engines.ts'), 'src/engines.ts')
})

test('a chunk is named after its file or its folder', async () => {
  const code = await bundleFiles(
    {
      'src/index.ts': "import('./products/otp/index.tsx')\nimport('./client/engine.ts')\nimport('./client/other.ts')",
      'src/products/otp/index.tsx': 'console.log("a product")',
      'src/client/engine.ts': "import { shared } from './shared.ts'\nconsole.log('engine', shared)",
      'src/client/other.ts': "import { shared } from './shared.ts'\nconsole.log('other', shared)",
      // No single file imports it.
      'src/client/shared.ts': 'export const shared = Math.random()',
    },
    chunks('src/index.ts'),
  )
  const names = Object.keys(code).map((file) => file.replace(/\.[0-9a-f]{8}\./, '.<hash>.'))
  assert.equal(names.sort(), ['c/engine.<hash>.js', 'c/other.<hash>.js', 'c/otp.<hash>.js', 'c/shared.<hash>.js', 'entry.js'])
})

test.run()
