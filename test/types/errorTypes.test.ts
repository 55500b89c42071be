/**
 * Compares the error types of the emulator and of the client with those that the provider's newest
 * browser SDK publishes.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusals } from '../../src/tools/emulator/requests/refusal.ts'

const test = suite("the provider's error types")
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Error types that the provider does not publish, with the reason why we have them. */
const exceptions: Record<string, string> = {
  request_too_large: 'The provider publishes no type for a body that is too large.',
  second_factor_expired: "Only a host's own server asks for a second factor before the session.",
  telemetry_id_not_found: 'The published types do not cover fraud protection.',
  duplicate_oauth_registration:
    'Only a seed can give one account to two users. A visitor who uses the account of another user is logged in as that user.',
  create_organization_disabled: 'The provider publishes no type for a setting that keeps members from creating organizations.',
  confirmation_refused: "Only a host's own server takes a log-in that confirms who is signed in.",
  unauthorized_origin: "Only a host's server, named by `backend`, refuses pages of other sites like that.",
  idp_access_token_not_exchangeable: 'The published types do not say why an access token begins no session.',
}

/**
 * The strings in a union that a type alias in this file declares; none if it declares no such
 * alias.
 */
const unionIn = (file: string, alias: string) => {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022)
  const declared = statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === alias)?.type
  if (!declared || !ts.isUnionTypeNode(declared)) return []
  return declared.types.flatMap((member) =>
    ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
  )
}

const folder = join(root, 'node_modules/provider-6/dist/types')
const published = new Set(
  readdirSync(folder)
    .filter((name) => name.endsWith('.d.ts'))
    .flatMap((name) => unionIn(join(folder, name), 'StytchAPIErrorType')),
)

test('the declarations are read', () => {
  assert.ok(published.size > 800, `${published.size} types`)
  assert.ok(published.has('session_not_found'))
})

test("every error type of the emulator is one of the provider's, or has a reason", () => {
  const own = Object.keys(refusals).filter((type) => !published.has(type))
  assert.equal(own.sort(), Object.keys(exceptions).sort())
})

test("every error type that the client documents is one of the provider's", () => {
  const known = unionIn(join(root, 'src/api/errorCodes.ts'), 'KnownErrorType')
  assert.ok(known.length > 50)
  assert.equal(
    known.filter((type) => !published.has(type)),
    [],
  )
})

test.run()
