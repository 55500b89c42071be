/**
 * Tests a widget built on the complete `preact/compat` and `@preact/signals-core`, instead of the
 * subsets that a release contains. The unit tests of screens run on them too.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { node, root } from '../../build/paths.ts'
import type { Chunks } from '../../build/plugins/contents.ts'
import { closeBrowser } from '../harness/browser.ts'
import { codes, visible, visiting, widget } from './visitors.ts'

const built = join(root, '.cache/full-compat/embed')

test.before(async () => {
  await node(['--import', 'tsx', 'build/build.ts', '--full-compat', '--stale'])
})

test.after(closeBrowser)

test('it contains the packages, and not our subsets', () => {
  const chunks = Object.values(JSON.parse(readFileSync(join(root, '.cache/build/full-compat/widget.json'), 'utf8')) as Chunks)
  const held = new Set(chunks.flatMap(({ modules }) => modules.filter(([, bytes]) => bytes > 0).map(([path]) => path)))
  for (const name of ['preact/compat/dist/compat.mjs', '@preact/signals-core/dist/signals-core.module.js'])
    assert.ok(held.has(`node_modules/${name}`), name)
  for (const name of ['react', 'jsx']) assert.not.ok(held.has(`src/ui/${name}.preact.ts`), name)
})

visiting('signs in with a code, like a release', async (arrive) => {
  const served: string[] = []
  const first = (page: Page) =>
    page.route('**/embed/**', (route) => {
      const [, path] = /\/embed\/(.+)$/.exec(new URL(route.request().url()).pathname)!
      served.push(path!)
      return route.fulfill({ path: join(built, path!), contentType: 'text/javascript' })
    })
  const { page, message, session, heard } = await arrive({ config: codes('email'), first })
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message()).code!)
  await visible(widget(page).success)
  assert.ok(await session())
  assert.equal(
    (await heard()).map(({ detail }) => detail.type),
    ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  for (const name of [/^embed\.js$/, /^widget\.js$/, /^c\/otp\./])
    assert.ok(
      served.some((path) => name.test(path)),
      String(name),
    )
})

test.run()
