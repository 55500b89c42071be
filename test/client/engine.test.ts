import '../harness/dom.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loginOrCreate } from '../../src/api/magicLinks.ts'
import { headlessCore } from '../../src/client/headlessCore.ts'
import { HeadlessClient } from '../../src/client/HeadlessClient.ts'
import * as laterEngine from '../../src/client/laterEngine.ts'
import { ok } from './answers.ts'

test('a call waits once for the code that prepares it', async () => {
  const paths: string[] = []
  globalThis.fetch = async (url) => {
    paths.push(new URL(String(url)).pathname)
    return ok({})
  }
  let waits = 0
  const core = headlessCore('public-token-test-waits', undefined, HeadlessClient.brand, async () => {
    waits++
    return laterEngine
  })
  const send = async () => {
    waits = 0
    await core.send(loginOrCreate, { email: 'ada@example.com' } as never).catch(() => {})
    return waits
  }
  // the life of the session begins with it
  assert.is(await send(), 2)
  assert.is(await send(), 1)
  assert.is(paths.filter((path) => path.endsWith('/login_or_create')).length, 2)
  core.destroy()
})

test.run()
