import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isLoopback, isLoopbackName } from '../../src/api/loopback.ts'

for (const [host, forVisitors, forTools = forVisitors] of [
  ['localhost', true],
  ['app.localhost', false, true],
  ['a.b.localhost', false, true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['mylocalhost', false],
  ['127.0.0.1.example', false],
  ['127.example', false],
  ['10.0.0.1', false],
  ['[::2]', false],
  ['', false],
] as const)
  test(`${host || 'no host'} is this machine: ${forVisitors}, for tools ${forTools}`, () => {
    assert.is(isLoopback(host), forVisitors)
    assert.is(isLoopbackName(host), forTools)
  })

test.run()
