import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { maskSecrets } from '../../../src/tools/playground/activity.ts'

test('tokens and codes are masked at any depth, and nothing else is', () => {
  const data = {
    session_token: 'secret-1',
    session_jwt: 'secret-2',
    user: { user_id: 'user-1', more: [{ token: 'secret-3', code_verifier: 'secret-4' }] },
  }
  assert.not.match(JSON.stringify(maskSecrets(data)), 'secret')
  assert.match(JSON.stringify(maskSecrets(data)), '"user_id":"user-1"')
  assert.equal(maskSecrets({ session_token: '' }), { session_token: '' })
})

test('an error keeps its name, its message and its fields', () => {
  const error = Object.assign(new TypeError('No'), { status_code: 400, again: () => undefined })
  assert.equal(maskSecrets(error), { name: 'TypeError', message: 'No', status_code: 400 })
})

test.run()
