/**
 * Sends every call that the emulator serves a body that its schema allows, made from what exists in
 * the project, and then many such bodies with one field broken. None may be answered with a 5xx. A
 * new call is covered as soon as it is served.
 */
import { everything } from '../../../harness/everything.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { GenericSchema } from 'valibot'
import { createFaults } from '../../../../src/tools/emulator/controls/faults.ts'
import { createProvider } from '../../../../src/tools/emulator/provider.ts'
import { seeded } from '../../../harness/seeded.ts'
import { PT } from '../visitor.ts'

const test = suite('emulator: bodies with one broken field')

const credentials = { project_id: 'project-test-1', secret: 'secret-test-1' }
const PASSWORD = 'vRIQomL!faE2S44s'

/** What a field of this name contains in a valid body. */
type Samples = Record<string, unknown>

/**
 * A project with users, members, apps and sessions, and a value for every name of a field that a
 * call can have.
 */
const createWorld = async (crashes: unknown[]) => {
  const provider = createProvider({ credentials, faults: createFaults(), onCrash: (error) => crashes.push(error) })
  const { users, clients, organizations } = provider.plant({
    users: [
      {
        emails: [{ email: 'ada@example.com' }],
        phone_numbers: [{ phone_number: '+14155550100' }],
        password: PASSWORD,
        oauth: [{ provider_type: 'Google', provider_subject: '1' }],
        totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['abcd-efgh'] },
        impersonation_token: 'become-ada',
      },
    ],
    clients: [{ client_name: 'App', redirect_uris: ['https://app.example/cb'], post_logout_redirect_uris: ['https://app.example/out'] }],
    organizations: [
      {
        organization_name: 'Acme',
        organization_slug: 'acme',
        email_allowed_domains: ['example.com'],
        email_jit_provisioning: 'RESTRICTED',
        members: [
          { email_address: 'ada@example.com', roles: ['stytch_admin'], password: PASSWORD, totp: { secret: 'JBSWY3DPEHPK3PXP' } },
          { email_address: 'bob@example.com', mfa_phone_number: '+14155550101' },
        ],
      },
    ],
  })
  const user = await provider.signIn({ email: 'ada@example.com' })
  const member = await provider.signIn({ email: 'ada@example.com', organization: 'acme' })
  const [ada] = users
  const [client] = clients
  const [acme] = organizations
  const [admin, bob] = acme!.members
  const samples: Samples = {
    ...ada,
    ...acme,
    ...admin,
    ...client,
    user_id: ada!.user_id,
    email: 'ada@example.com',
    email_address: 'ada@example.com',
    phone_number: '+14155550100',
    mfa_phone_number: '+14155550102',
    email_id: ada!.emails[0]!.email_id,
    phone_id: ada!.phone_numbers[0]!.phone_id,
    method_id: ada!.emails[0]!.email_id,
    totp_id: ada!.totps[0]!.totp_id,
    password_id: ada!.password!.password_id,
    oauth_user_registration_id: ada!.providers[0]!.oauth_user_registration_id,
    member_id: bob!.member_id,
    organization_ids: [acme!.organization_id],
    password: PASSWORD,
    existing_password: PASSWORD,
    new_password: `${PASSWORD}!`,
    redirect_uri: 'https://app.example/cb',
    post_logout_redirect_uri: 'https://app.example/out',
    response_type: 'code',
    scopes: ['openid', 'email'],
    totp_code: '123456',
    code: '123456',
    recovery_code: 'abcd-efgh',
    code_challenge: 'A'.repeat(43),
    pkce_code_challenge: 'A'.repeat(43),
    session_duration_minutes: 30,
    domain: 'localhost',
    crypto_wallet_type: 'ethereum',
    crypto_wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    impersonation_token: 'become-ada',
    project_id: credentials.project_id,
    hash: `$scrypt$ln=10,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    hash_type: 'scrypt',
    session_token: user.session_token,
    limit: 10,
  }
  const connection = async (path: string, body: object = {}) => {
    const headers = { Authorization: `Basic ${btoa(`${credentials.project_id}:${credentials.secret}`)}` }
    const request = new Request(`http://localhost/v1/b2b${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { connection } = (await (await provider.router.fetch(request)).json()) as { connection: { connection_id: string } }
    return connection.connection_id
  }
  const connections = {
    scim: await connection('/scim/acme/connection'),
    saml: await connection('/sso/saml/acme'),
    oidc: await connection('/sso/oidc/acme'),
    external: await connection('/sso/external/acme', { external_organization_id: 'x', external_connection_id: 'y' }),
  }
  return { provider, samples, user, member, connections }
}

type World = Awaited<ReturnType<typeof createWorld>>

/** The values for the fields of a call. What some names mean depends on its path. */
const samplesFor = ({ samples, user, member, connections }: World, path: string): Samples => {
  const [, kind] = /\/(saml|oidc|external|scim)\b/.exec(path) ?? []
  const ofMembers = path.includes('/b2b/')
  return {
    ...samples,
    connection_id: connections[(kind ?? 'oidc') as keyof typeof connections],
    session_token: (ofMembers ? member : user).session_token,
    id: samples.user_id,
    ...(ofMembers && /\/members$|start_email_update/.test(path) && { email_address: 'new@example.com' }),
  }
}

/** What the parts of a schema are called in valibot. */
interface SchemaNode {
  type: string
  wrapped?: SchemaNode
  entries?: Record<string, SchemaNode>
  item?: SchemaNode
  options?: unknown[]
  literal?: unknown
  pipe?: SchemaNode[]
}

/** A value that the schema allows. `name`: the field that it is for. */
const valid = (schema: SchemaNode, samples: Samples, random: () => number, name = ''): unknown => {
  const inner = (part: SchemaNode, field = name) => valid(part, samples, random, field)
  const sample = Object.hasOwn(samples, name) ? samples[name] : undefined
  switch (schema.type) {
    case 'optional':
    case 'nullable':
    case 'nullish':
      return random() < 0.6 ? inner(schema.wrapped!) : undefined
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(schema.entries!).flatMap(([field, part]) => {
          const value = inner(part, field)
          return value === undefined ? [] : [[field, value]]
        }),
      )
    case 'array':
      return Array.isArray(sample) ? sample : [inner(schema.item!)]
    case 'record':
      return { plan: 'pro', seats: 3 }
    case 'picklist':
    case 'union':
    case 'variant': {
      const option = schema.options![Math.floor(random() * schema.options!.length)]
      return schema.type === 'picklist' ? option : inner(option as SchemaNode)
    }
    case 'literal':
      return schema.literal
    case 'boolean':
      return random() < 0.5
    case 'number':
      return typeof sample === 'number' ? sample : 5
    case 'string':
      return typeof sample === 'string' ? sample : /url/.test(name) ? 'https://app.example/' : 'text'
    default:
      return sample
  }
}

/**
 * Values that a field may be broken with: of another type, empty, huge, or with a meaning of their
 * own in JavaScript or in a URL.
 */
const brokenValues: unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  true,
  [],
  {},
  [null],
  [[]],
  JSON.parse('{"__proto__": null, "constructor": 1}'),
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  '%',
  '../../../..',
  'javascript:alert(1)',
  'https://[::1',
  '💣',
  '-1',
  '[',
  'eyJhbGciOiJub25lIn0.e30.',
  '$2b$10$short',
  Array.from({ length: 1_000 }, () => 'x'),
  { operator: 'AND', operands: [{ filter_name: 'toString', filter_value: {} }] },
]

/** Every place in a value, as the keys that lead there. */
const places = (value: unknown, path: string[] = []): string[][] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, part]) => [[...path, key], ...places(part, [...path, key])])
    : []

const breakField = (value: unknown, [key, ...rest]: string[], put: unknown): unknown => {
  if (key === undefined) return put
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[key] = breakField(copy[key], rest, put)
  return copy
}

/** Who calls: a visitor without a session, a user, a member, or a server. */
const authorizationOf = (path: string, { user, member }: World, random: () => number) => {
  if (!path.startsWith('/sdk/')) return `Basic ${btoa(`${credentials.project_id}:${credentials.secret}`)}`
  const token = random() < 0.2 ? PT : path.includes('/b2b/') ? member.session_token : user.session_token
  return `Basic ${btoa(`${PT}:${token}`)}`
}

const send = async (world: World, method: string, path: string, body: unknown, authorization: string) => {
  const fields = Object.entries(method === 'GET' && body && typeof body === 'object' ? body : {})
  const query =
    fields.length > 0
      ? `?${new URLSearchParams(fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))}`
      : ''
  const samples = samplesFor(world, path)
  const url = `http://localhost${path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => encodeURIComponent(String(samples[name] ?? 'x')))}${query}`
  const text = method === 'GET' || method === 'HEAD' || body === undefined ? undefined : JSON.stringify(body)
  const answer = await world.provider.router.fetch(
    new Request(url, { method, headers: { Authorization: authorization, 'Content-Type': 'application/json' }, body: text }),
  )
  return { status: answer.status, shown: `${method} ${url} ${text} -> ${answer.status} ${await answer.text()}` }
}

/**
 * How many bodies a project takes before a new one begins, because they delete what others need.
 */
const PER_PROJECT = 100

/** In `npm test` each call gets some of them. */
const BODIES = everything ? 10_000 : 2_000

test('thousands of them cause no 5xx and no exception, and the same bodies unbroken succeed at half of the calls', async () => {
  const random = seeded(6750)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const crashes: unknown[] = []
  const successes = new Set<string>()
  const all = new Set<string>()
  for (let total = 0; total < BODIES; ) {
    const world = await createWorld(crashes)
    for (let count = 0; count < PER_PROJECT; count++) {
      const { method, path, schema } = pick(world.provider.router.calls)
      const body = valid(schema as GenericSchema & SchemaNode, samplesFor(world, path), random)
      const authorization = authorizationOf(path, world, random)
      all.add(`${method} ${path}`)
      const whole = await send(world, method, path, body, authorization)
      assert.ok(whole.status < 500, whole.shown)
      if (whole.status === 200) successes.add(`${method} ${path}`)
      const place = pick([[], ...places(body)])
      const bent = await send(world, method, path, breakField(body, place, pick(brokenValues)), authorization)
      assert.ok(bent.status < 500, bent.shown)
      total++
    }
  }
  assert.equal(crashes, [])
  // Otherwise the bodies would not be valid, and the broken field would not be what decides.
  assert.ok(successes.size > all.size / 2, `${successes.size} of ${all.size} succeeded at least once`)
})

test.run()
