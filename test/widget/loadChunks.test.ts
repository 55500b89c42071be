import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { $fetch, $have } from '../../src/widget/loadChunks.ts'

test('chunks are evaluated in order, each once, and the last one is the result', async () => {
  const evaluated: string[] = []
  const chunk = (file: string): [string, () => Promise<object>] => [
    `c/${file}.12345678.js`,
    async () => {
      evaluated.push(file)
      return { file }
    },
  ]
  assert.equal(await $fetch(chunk('kit'), chunk('otp')), { file: 'otp' })
  assert.equal(await $fetch(chunk('kit'), chunk('passwords')), { file: 'passwords' })
  assert.equal(evaluated, ['kit', 'otp', 'passwords'])
  assert.equal($have['c/kit'], { file: 'kit' })
})

test('a chunk that did not load is requested again', async () => {
  let online = false
  const chunk: [string, () => Promise<object>] = [
    'c/engine.12345678.js',
    async () => (online ? { here: 1 } : Promise.reject(new Error('offline'))),
  ]
  let message = ''
  await $fetch(chunk).catch((error: Error) => {
    message = error.message
  })
  assert.is(message, 'offline')
  online = true
  assert.equal(await $fetch(chunk), { here: 1 })
})

test.run()
