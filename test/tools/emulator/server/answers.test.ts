/**
 * Compares the emulator's answers to servers with the types of the provider's Node SDK: every field
 * that a type requires is there, and of its kind.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serving } from './serving.ts'

const test = suite('emulator: answers to servers')
const folder = fileURLToPath(new URL('../../../../node_modules/stytch/types/lib/b2c/', import.meta.url))

interface Declarations {
  file: string
  interfaces: Map<string, ts.InterfaceDeclaration>
  /** From which file a name is imported. */
  imports: Map<string, string>
}

const read = new Map<string, Declarations>()

const declarationsIn = (file: string): Declarations => {
  const earlier = read.get(file)
  if (earlier) return earlier
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022)
  const interfaces = new Map(statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]))
  const imports = new Map(
    statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
      const from = join(dirname(file), `${(moduleSpecifier as ts.StringLiteral).text}.d.ts`)
      const names = importClause?.namedBindings
      return names && ts.isNamedImports(names) ? names.elements.map(({ name }): [string, string] => [name.text, from]) : []
    }),
  )
  const declarations = { file, interfaces, imports }
  read.set(file, declarations)
  return declarations
}

/** The paths of fields that are missing in a value, or of another kind than the type says. */
const faultsOf = (value: unknown, type: ts.TypeNode | undefined, at: Declarations, path: string): string[] => {
  const kinds: Partial<Record<ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.StringKeyword]: 'string',
    [ts.SyntaxKind.NumberKeyword]: 'number',
    [ts.SyntaxKind.BooleanKeyword]: 'boolean',
  }
  const kind = type && kinds[type.kind]
  if (kind) return typeof value === kind ? [] : [`${path}: ${typeof value}`]
  if (type && ts.isArrayTypeNode(type)) {
    if (!Array.isArray(value)) return [`${path}: no list`]
    return value.flatMap((one, index) => faultsOf(one, type.elementType, at, `${path}.${index}`))
  }
  if (!type || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return []
  return missingFrom(value, type.typeName.text, at, path)
}

const missingFrom = (value: unknown, name: string, at: Declarations, path: string): string[] => {
  const from = at.imports.get(name)
  if (from) return missingFrom(value, name, declarationsIn(from), path)
  const declaration = at.interfaces.get(name)
  if (!declaration) return []
  if (typeof value !== 'object' || value === null) return [`${path}: no object`]
  return declaration.members.filter(ts.isPropertySignature).flatMap((member) => {
    const field = (member.name as ts.Identifier).text
    const inner = (value as Record<string, unknown>)[field]
    if (inner === undefined) return member.questionToken ? [] : [`${path}.${field}: missing`]
    return faultsOf(inner, member.type, at, `${path}.${field}`)
  })
}

test('a missing field and one of another kind are found', () => {
  const at = declarationsIn(join(folder, 'users.d.ts'))
  const faults = missingFrom({ request_id: 'r', results: [{ user_id: 1 }], status_code: 200 }, 'UsersSearchResponse', at, 'answer')
  assert.ok(faults.includes('answer.results_metadata: missing'))
  assert.ok(faults.includes('answer.results.0.user_id: number'))
  assert.ok(faults.includes('answer.results.0.is_locked: missing'))
})

test('every answer has what the types of the SDK require', () =>
  serving(
    async ({ emulator, client, signIn }) => {
      const types = new Set<string>()
      const check = async <Answer>(type: string, file: string, call: Promise<Answer>) => {
        const answer = await call
        assert.equal(missingFrom(answer, type, declarationsIn(join(folder, `${file}.d.ts`)), type), [])
        types.add(type)
        return answer
      }
      const { users, sessions, magicLinks, otps, passwords } = client
      const email = 'ada@example.com'
      const phone_number = '+14155550100'
      const session_duration_minutes = 60
      const password = 'vRIQomL!faE2S44s'
      const code = () => emulator.outbox().at(-1)!.code!
      const token = () => new URL(emulator.outbox().at(-1)!.url!).searchParams.get('token')!

      const { session_token, session_jwt, user_id } = await signIn(email)
      await check('UsersCreateResponse', 'users', users.create({ email: 'bob@example.com', external_id: 'bob' }))
      await check('UsersGetResponse', 'users', users.get({ user_id }))
      await check('UsersSearchResponse', 'users', users.search({}))
      await check('UsersUpdateResponse', 'users', users.update({ user_id, name: { first_name: 'Ada' } }))
      await check(
        'UsersExchangePrimaryFactorResponse',
        'users',
        users.exchangePrimaryFactor({ user_id: 'bob', phone_number: '+14155550111' }),
      )
      await check('UsersDeleteExternalIdResponse', 'users', users.deleteExternalId({ user_id: 'bob' }))
      await check('UsersConnectedAppsResponse', 'users', users.connectedApps({ user_id }))

      await check('SessionsGetResponse', 'sessions', sessions.get({ user_id }))
      await check('SessionsAuthenticateResponse', 'sessions', sessions.authenticate({ session_token }))
      await check('SessionsRevokeResponse', 'sessions', sessions.revoke({ session_jwt }))

      await check('MagicLinksCreateResponse', 'magic_links', magicLinks.create({ user_id }))
      await check('MagicLinksEmailLoginOrCreateResponse', 'magic_links_email', magicLinks.email.loginOrCreate({ email }))
      await check('MagicLinksAuthenticateResponse', 'magic_links', magicLinks.authenticate({ token: token(), session_duration_minutes }))
      await check('MagicLinksEmailSendResponse', 'magic_links_email', magicLinks.email.send({ email }))
      await check('MagicLinksAuthenticateResponse', 'magic_links', magicLinks.authenticate({ token: token() }))
      await check('MagicLinksEmailInviteResponse', 'magic_links_email', magicLinks.email.invite({ email: 'eve@example.com' }))
      await check('MagicLinksEmailRevokeInviteResponse', 'magic_links_email', magicLinks.email.revokeInvite({ email: 'eve@example.com' }))

      await check('OTPsSmsLoginOrCreateResponse', 'otps_sms', otps.sms.loginOrCreate({ phone_number }))
      const sms = await check('OTPsSmsSendResponse', 'otps_sms', otps.sms.send({ phone_number }))
      await check(
        'OTPsAuthenticateResponse',
        'otps',
        otps.authenticate({ code: code(), method_id: sms.phone_id, session_duration_minutes }),
      )
      await check('OTPsWhatsAppLoginOrCreateResponse', 'otps_whatsapp', otps.whatsapp.loginOrCreate({ phone_number }))
      await check('OTPsWhatsAppSendResponse', 'otps_whatsapp', otps.whatsapp.send({ phone_number }))
      await check('OTPsEmailLoginOrCreateResponse', 'otps_email', otps.email.loginOrCreate({ email }))
      await check('OTPsEmailSendResponse', 'otps_email', otps.email.send({ email }))

      const carol = { email: 'carol@example.com', password }
      const creation = await check('PasswordsCreateResponse', 'passwords', passwords.create(carol))
      await check('PasswordsAuthenticateResponse', 'passwords', passwords.authenticate({ ...carol, session_duration_minutes }))
      await check('PasswordsStrengthCheckResponse', 'passwords', passwords.strengthCheck({ password }))
      await check('PasswordsEmailResetStartResponse', 'passwords_email', passwords.email.resetStart({ email: carol.email }))
      await check('PasswordsEmailResetResponse', 'passwords_email', passwords.email.reset({ token: token(), password }))
      const change = { email: carol.email, existing_password: password, new_password: `${password}2`, session_duration_minutes }
      const fresh = await check(
        'PasswordsExistingPasswordResetResponse',
        'passwords_existing_password',
        passwords.existingPassword.reset(change),
      )
      const reset = passwords.sessions.reset({ password, session_token: fresh.session_token })
      await check('PasswordsSessionResetResponse', 'passwords_session', reset)
      const migration = { email, hash_type: 'md_5', hash: '0'.repeat(32) }
      const { user } = await check('PasswordsMigrateResponse', 'passwords', passwords.migrate(migration))

      const become = client.impersonation.authenticate({ impersonation_token: 'become-dan' })
      await check('ImpersonationAuthenticateResponse', 'impersonation', become)
      await check('ProjectMetricsResponse', 'project', client.project.metrics())
      await check('DebugWhoamiResponse', 'debug', client.debug.whoami())

      await check('UsersDeletePasswordResponse', 'users', users.deletePassword({ password_id: user.password!.password_id }))
      await check('UsersDeleteEmailResponse', 'users', users.deleteEmail({ email_id: creation.email_id }))
      await check('UsersDeletePhoneNumberResponse', 'users', users.deletePhoneNumber({ phone_id: sms.phone_id }))
      await check('UsersDeleteResponse', 'users', users.delete({ user_id }))
      assert.is(types.size, 38)
    },
    { seed: { users: [{ emails: [{ email: 'dan@example.com' }], impersonation_token: 'become-dan' }] } },
  ))

test.run()
