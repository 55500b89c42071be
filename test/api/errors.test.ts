import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeyError,
  LatchkeySDKError,
} from '../../src/api/errors.ts'
import { LatchkeySDKUsageError } from '../../src/api/usageError.ts'
import { isUnrecoverable, UNRECOVERABLE_ERROR_TYPES } from '../../src/api/unrecoverable.ts'

const body = { status_code: 404, error_type: 'otp_code_not_found', error_message: 'No such code.', error_url: 'https://docs.test/a' }

/** Each error with its name, code and message (docs/internals/protocol.md#errors). */
const rows: [Error, string, string, string][] = [
  [
    new LatchkeyAPIError(body),
    'LatchkeyAPIError',
    'api',
    '[404] otp_code_not_found\nNo such code.\nSee https://docs.test/a for more information.\n',
  ],
  [
    new LatchkeyAPIError({ ...body, request_id: 'r', error_details: [1] }),
    'LatchkeyAPIError',
    'api',
    '[404] otp_code_not_found\nNo such code.\nSee https://docs.test/a for more information.\nrequest_id: r\n[1]\n',
  ],
  [
    new LatchkeyAPISchemaError({ body: [{ dataPath: '.a', message: 'b' }] }),
    'LatchkeyAPISchemaError',
    'schema',
    'Request does not match expected schema\n.a: b',
  ],
  [new LatchkeyAPIUnreachableError('Why.'), 'LatchkeyAPIUnreachableError', 'unreachable', 'Why.'],
  [new LatchkeySDKError('Why.', 'insecure_random'), 'LatchkeySDKError', 'insecure_random', 'Why.'],
  [new LatchkeySDKUsageError('a.b', 'c must be a string.'), 'LatchkeySDKUsageError', 'usage', 'Invalid call to a.b\nc must be a string.'],
]
for (const [error, name, code, message] of rows) {
  test(`${name} (${code})`, () => {
    assert.instance(error, Error)
    assert.is(error instanceof LatchkeyError, name !== 'LatchkeySDKUsageError')
    assert.equal([error.name, (error as { code?: string }).code, error.message], [name, code, message])
  })
}

test('from() accepts anything as an API error', () => {
  const { status_code, error_type, error_message, error_url } = LatchkeyAPIError.from(body)
  assert.equal({ status_code, error_type, error_message, error_url }, body)
  const unknown = { status_code: 400, error_type: 'unknown_error', error_message: 'The request failed.', error_url: '' }
  const cases: [unknown, object][] = [
    [undefined, unknown],
    [null, unknown],
    ['text', unknown],
    [5, unknown],
    [[], unknown],
    [{}, unknown],
    [new Error('Why.'), { ...unknown, error_message: 'Why.' }],
    [{ status_code: '404', error_type: 5, error_message: {}, error_url: null }, unknown],
  ]
  for (const [thing, expected] of cases) {
    const { status_code, error_type, error_message, error_url } = LatchkeyAPIError.from(thing)
    assert.equal({ status_code, error_type, error_message, error_url }, expected)
  }
  fc.assert(
    fc.property(fc.jsonValue(), (thing) => {
      const error = LatchkeyAPIError.from(thing)
      return typeof error.error_message === 'string' && typeof error.error_type === 'string' && typeof error.status_code === 'number'
    }),
  )
})

test('four error types end the session', () => {
  assert.equal([...UNRECOVERABLE_ERROR_TYPES].sort(), [
    'invalid_secret_authentication',
    'session_not_found',
    'unauthorized_credentials',
    'user_unauthenticated',
  ])
  for (const error_type of UNRECOVERABLE_ERROR_TYPES) assert.is(isUnrecoverable(LatchkeyAPIError.from({ error_type })), true)
  const refused = LatchkeyAPIError.from({ error_type: 'unauthorized_action' })
  const others = [undefined, null, {}, 'session_not_found', new Error('session_not_found'), refused]
  for (const thing of others) assert.is(isUnrecoverable(thing), false)
})

test.run()
