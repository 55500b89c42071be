import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { localNames } from '../../../build/plugins/localNames.ts'
import { bundleFiles, type Project } from '../bundleFiles.ts'

const project: Project = {
  'src/index.ts': `
    import { inner } from './inner.ts'
    export const open = () => import('./part.ts')
    export { inner as offered } from './inner.ts'
    console.log(inner)`,
  'src/inner.ts': "export const inner = 'inner ' + Math.sqrt(1)\nexport const shared = 'shared ' + Math.sqrt(4)",
  'src/part.ts':
    "import { shared, inner } from './inner.ts'\nexport const part = [shared, inner]\nexport { shared as through } from './inner.ts'",
}

test("exports that only its own chunks use get the entry's local names, and all others keep their names", async () => {
  const code = await bundleFiles(project, localNames)
  const [, exportList] = /export \{([^}]*)\}/.exec(code['entry.js']!)!
  assert.equal(
    exportList!
      .split(',')
      .map((name) => name.trim())
      .sort(),
    ['inner as offered', 'open', 'shared'],
  )
  const [, importList] = /import \{([^}]*)\} from '\.\.\/entry\.js'/.exec(code['c/part.js']!)!
  assert.equal(
    importList!
      .split(',')
      .map((name) => name.trim())
      .sort(),
    ['offered as inner', 'shared'],
  )
})

const refusal = (build: Promise<unknown>) =>
  build.then(
    () => '',
    (error: Error) => error.message,
  )

test('exports of `export *` keep their names too', async () => {
  const whole = { ...project, 'src/index.ts': `${project['src/index.ts']}\nexport * from './inner.ts'` }
  const [, exportList] = /export \{([^}]*)\}/.exec((await bundleFiles(whole, localNames))['entry.js']!)!
  assert.equal(
    exportList!
      .split(',')
      .map((name) => name.trim())
      .sort(),
    ['inner', 'inner as offered', 'open', 'shared'],
  )
})

test('a name with two meanings fails the build', async () => {
  const twice = { ...project, 'src/index.ts': `${project['src/index.ts']}\nconst other = 'other'\nexport { other as shared }` }
  assert.match(
    await refusal(bundleFiles(twice, localNames)),
    "The entry exports 'shared', and has another variable of that name. Rename one",
  )
})

test.run()
