/**
 * Tests rows that declare a call for organizations: the result of each rule, and the mistakes that
 * do not compile.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { get, guardedPost, guardedSignIn, post, put, remove, type B2bCall } from '../../../src/api/b2b/call.ts'
import type { Answer } from '../../../src/api/entities.ts'

interface Change {
  thing_id: string
  name?: string
  roles?: string[]
}
type Changed = Answer & { thing: { id: string } }

for (const [what, row, expected] of [
  ['a path', put('things')<{ name: string }>(), { route: 'PUT /b2b/things', needs: {} }],
  [
    'checked fields, in their order',
    post('things')<{ name: string; size?: number }>({ needs: { size: 'number?', name: ['string', 'label'] } }),
    { route: 'POST /b2b/things', needs: { size: 'number?', name: ['string', 'label'] } },
  ],
  [
    'a field of the path, which is checked first',
    put('things/:thing_id')<Change, Changed>({ needs: { name: 'string?' }, gives: { thing: { id: 'string' } } }),
    { route: 'PUT /b2b/things/:thing_id', needs: { thing_id: 'string', name: 'string?' }, gives: { thing: { id: 'string' } } },
  ],
  [
    'two fields of the path',
    remove('things/:thing_id/parts/:part_id')<{ thing_id: string; part_id: string }>(),
    { route: 'DELETE /b2b/things/:thing_id/parts/:part_id', noBody: true, needs: { thing_id: 'string', part_id: 'string' } },
  ],
  [
    'a field of the query',
    get('things?name=:name')<{ name: string }>({ takes: 'name' }),
    { route: 'GET /b2b/things?name=:name', noBody: true, needs: { name: 'string' }, takes: 'name' },
  ],
  ['fraud protection', guardedPost('things')(), { route: 'POST /b2b/things', guard: 'retry', needs: {} }],
  [
    'a sign-in, with what the client adds',
    guardedSignIn('things')<{ name: string }>({ intermediateToken: true, verifier: ['code_verifier', 'passwords'] }),
    {
      route: 'POST /b2b/things',
      guard: 'retry',
      authenticates: true,
      intermediateToken: true,
      verifier: ['code_verifier', 'passwords'],
      needs: {},
    },
  ],
] as const)
  test(what, () => {
    const { needs, ...rest } = row as unknown as { needs: object }
    const { needs: expectedNeeds, ...expectedRest } = expected as unknown as { needs: object }
    assert.equal(rest, expectedRest)
    // A usage error names the first invalid field.
    assert.equal(Object.entries(needs), Object.entries(expectedNeeds))
  })

// Code that the types must refuse. `npm run check` compiles it, and nothing runs it.
export const wrong = [
  // @ts-expect-error a check of a misspelled field
  put('things/:thing_id')<Change>({ needs: { nmae: 'string?' } }),
  // @ts-expect-error the field has another type
  put('things/:thing_id')<Change>({ needs: { name: 'number?' } }),
  // @ts-expect-error a list of strings is an array
  put('things/:thing_id')<Change>({ needs: { roles: 'string?' } }),
  // @ts-expect-error the field is optional
  put('things/:thing_id')<Change>({ needs: { name: 'string' } }),
  // @ts-expect-error the field is always there
  put('things/:thing_id')<Change>({ needs: { thing_id: 'string?' } }),
  // @ts-expect-error the path has a misspelled parameter
  put('things/:thin_id')<Change>(),
  // @ts-expect-error the second parameter of the path is not among the fields
  remove('things/:thing_id/parts/:part_id')<{ thing_id: string }>(),
  // @ts-expect-error a field in the path cannot be optional
  remove('things/:thing_id')<{ thing_id?: string }>(),
  // @ts-expect-error a call without an argument cannot fill a path
  get('things/:thing_id')<undefined>(),
  // @ts-expect-error the string would stand for a misspelled field
  remove('things/:thing_id')<{ thing_id: string }>({ takes: 'thin_id' }),
  // @ts-expect-error a misspelled field is kept out of the body
  post('things/:thing_id')<Change>({ pathOnly: 'thin_id' }),
  // @ts-expect-error the answer has no such field
  put('things/:thing_id')<Change, Changed>({ gives: { thing: { name: 'string' } } }),
  // @ts-expect-error no such rule
  post('things')<{ name: string }>({ intermediate_token: true }),
  // @ts-expect-error no such field for a verifier
  post('things')<{ name: string }>({ verifier: ['pkce_verifier', 'sso'] }),
  // @ts-expect-error no such kind of proof key
  post('things')<{ name: string }>({ challenge: ['code_challenge', 'saml'] }),
]

const takesOne: B2bCall<string, Answer> = remove('things/:thing_id')<{ thing_id: string }>({ takes: 'thing_id' })
const mayTakeOne: B2bCall<string | undefined, Answer> = get('things')<{ thing_id?: string }>({ takes: 'thing_id' })

test('a method takes a string if its call says so', () => assert.equal([takesOne.takes, mayTakeOne.takes], ['thing_id', 'thing_id']))

test.run()
