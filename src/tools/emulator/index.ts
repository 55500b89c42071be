import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { withoutPollution } from '../../api/withoutPollution.ts'
import { advanceMs, timestamp } from './state/clock.ts'
import { serveControls } from './controls/index.ts'
import { credentials } from './requests/credentials.ts'
import type { Emulator, EmulatorOptions } from './emulator.ts'
import { createFaults, faultList, releaseName } from './controls/faults.ts'
import { validate, withoutUndefined } from './requests/fields.ts'
import { projectPatch } from './state/project.ts'
import type { FetchClientMetadata } from './openid/clientDocuments.ts'
import { createProvider } from './provider.ts'
import { seedBody, type Planted, type Seed } from './controls/seed.ts'
import { emulatorState, type EmulatorState } from './state/stores.ts'
import { signInBody } from './controls/signIn.ts'

export type { Emulator, EmulatorOptions } from './emulator.ts'
export type { Fault } from './controls/faults.ts'
export type { OutboxMessage } from './controls/outbox.ts'
export type { Project } from './state/project.ts'
export type { RecordedRequest } from './controls/requestLog.ts'
export type { Planted, Seed, SeedUser } from './controls/seed.ts'
export type { SignedIn, SignIn } from './controls/signIn.ts'
export type { SignedInMember, SignInMember } from './b2b/signIn.ts'
export type { PlantedOrganization, SeedMember, SeedOrganization } from './b2b/seed.ts'
export type { OAuthAccount } from './methods/oauth.ts'
export type { PasskeyJwk, SeedPasskey } from './methods/passkeys.ts'
export type { EmulatorState } from './state/stores.ts'
export type { SeedTotp } from './methods/totps.ts'
export type { Client, SeedClient } from './openid/connectedApps.ts'
export type { TokenProfile } from './sessions/sessionGrants.ts'
export type { LogEntry } from '../../api/events.ts'
export type { User } from '../../api/entities.ts'
export type { Member, Organization } from '../../api/b2b/entities.ts'

/**
 * Checks a value that the caller gave as `name`. A misspelled name would make a test that tests
 * nothing, so it is an error.
 */
const check = <Value>(name: string, schema: v.GenericSchema<unknown, Value>, value: unknown): Value => {
  const result = withoutPollution(() => validate(schema, value))
  if (result.wrong) throw new TypeError(result.wrong.map(({ path, message }) => `${path ?? name}: ${message}`).join('\n'))
  return result.value
}

/** Checks the names only; the contents are checked where they are used. */
const emulatorOptions = v.strictObject({
  ...credentials,
  base_path: v.optional(
    v.pipe(v.string(), v.regex(/^(\/[^/?#]+)*$/, 'must be a path such as `/provider`, without a slash at its end')),
    '',
  ),
  project: v.optional(v.unknown(), {}),
  seed: v.optional(v.unknown(), {}),
  fetch_client_metadata: v.optional(v.custom<FetchClientMetadata>((value) => typeof value === 'function', 'must be a function')),
})

/**
 * In code there is no request to answer, so the provider's refusal becomes a TypeError with the
 * same message.
 */
const inCode = (error: unknown) => (error instanceof HTTPException ? new TypeError(error.message) : error)

/** Adds the seed that the caller gave. */
const plantSeed = (plant: (seed: Seed) => Planted, seed: unknown): Planted => {
  const validSeed = check('seed', seedBody, seed)
  try {
    return plant(validSeed)
  } catch (error) {
    throw inCode(error)
  }
}

/**
 * Creates an emulator of the provider's API, for tests and development.
 *
 * ```ts
 * const seed = { users: [{ emails: [{ email: 'ada@example.com' }] }] }
 * const emulator = createEmulator({ seed })
 * globalThis.fetch = (input, init) => emulator.fetch(new Request(input, init))
 * ```
 *
 * With msw:
 *
 * ```ts
 * import { http, HttpResponse } from 'msw'
 *
 * const handler = http.all('https://test.stytch.com/*', ({ request }) =>
 *   emulator.fetch(request).catch(() => HttpResponse.error()),
 * )
 * ```
 *
 * For a browser, serve it with `listen` of `latchkey/emulator/node`. These options of a client send
 * all of its calls and scripts there:
 * ```ts
 * const options = { customBaseUrl: url, dfpCdnUrl: url, dfppaUrl: url, endpoints: {
 *   recaptchaURL: `${url}/recaptcha/enterprise.js`, googleURL: `${url}/gsi/client`,
 *   clientsideServicesIframeURL: `${url}/clientside-services/index.html`,
 * } }
 * ```
 *
 * Throws a TypeError that names the option, setting or seed that is not valid.
 */
export const createEmulator = (options: EmulatorOptions = {}): Emulator => withoutPollution(() => create(options))

function create(options: EmulatorOptions): Emulator {
  const crashes: unknown[] = []
  const faults = createFaults()
  const { project_id, secret, base_path, project, seed, fetch_client_metadata } = check('options', emulatorOptions, options)

  const begin = (savedStores?: EmulatorState['stores']) => {
    const onCrash = (error: unknown) => {
      crashes.push(error)
    }
    const provider = createProvider({
      settings: check('project', projectPatch, project),
      credentials: { project_id, secret },
      faults,
      onCrash,
      basePath: base_path,
      savedStores,
      fetchClientMetadata: fetch_client_metadata,
    })
    serveControls(provider.router, { emulator, plant: provider.plant, signIn: provider.signIn })
    if (!savedStores) plantSeed(provider.plant, seed)
    return provider
  }

  const emulator: Emulator = {
    project_id,
    secret,
    fetch: async (request) => {
      const endTurn = provider.stores.turn()
      try {
        return await provider.router.fetch(request)
      } finally {
        endTurn()
      }
    },
    outbox: () => [...provider.outbox.messages],
    requests: () => [...provider.requestLog.requests],
    events: () => [...provider.events],
    project: (patch = {}) => ({ ...Object.assign(provider.project, withoutUndefined(check('project', projectPatch, patch))) }),
    seed: (seed) => structuredClone(plantSeed(provider.plant, seed)),
    signIn: (async (who: unknown) => {
      const endTurn = provider.stores.turn()
      try {
        return structuredClone(await provider.signIn(check('who', signInBody, who)))
      } catch (error) {
        throw inCode(error)
      } finally {
        endTurn()
      }
    }) as Emulator['signIn'],
    faults: (list) => {
      if (list) faults.set(check('faults', faultList, list))
      return faults.list()
    },
    release: (name) => faults.release(check('name', releaseName, name)),
    clock: {
      now: () => provider.clock.now(),
      advance: (ms) => {
        provider.clock.advance(check('ms', advanceMs, ms))
        return timestamp(provider.clock.now())
      },
    },
    reset: () => {
      faults.set([])
      faults.dropWaiting()
      const signingKeys = [...provider.signingKeys]
      provider = begin()
      // servers that have fetched them know a new key only after a while
      // (docs/guides/server.md#keys-and-rotation)
      for (const [name, key] of signingKeys) provider.signingKeys.set(name, key)
    },
    state: (state) => {
      if (state !== undefined) provider = begin(check('state', emulatorState, state).stores)
      return provider.stores.save()
    },
    crashes: () => [...crashes],
    close: faults.dropWaiting,
  }
  let provider = begin()
  return emulator
}
