import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { LogEntry } from '../../api/events.ts'
import { advanceMs, timestamp } from './clock.ts'
import { serveControls } from './controls.ts'
import { credentials } from './credentials.ts'
import { createFaults, faultList, releaseName, type Fault } from './faults.ts'
import { withoutUndefined } from './fields.ts'
import type { OutboxMessage } from './outbox.ts'
import { projectPatch, type Project } from './project.ts'
import { createProvider } from './provider.ts'
import type { RecordedRequest } from './requestLog.ts'
import { seedBody, type Planted, type Seed } from './seed.ts'
import { emulatorState, type EmulatorState } from './stores.ts'
import { signInBody, type SignedIn, type SignIn } from './signIn.ts'
import type { SignedInMember, SignInMember } from './b2b/signIn.ts'

export type { Fault } from './faults.ts'
export type { OutboxMessage } from './outbox.ts'
export type { Project } from './project.ts'
export type { RecordedRequest } from './requestLog.ts'
export type { Planted, Seed, SeedUser } from './seed.ts'
export type { SignedIn, SignIn } from './signIn.ts'
export type { SignedInMember, SignInMember } from './b2b/signIn.ts'
export type { PlantedOrganization, SeedMember, SeedOrganization } from './b2b/seed.ts'
export type { OAuthAccount } from './oauth.ts'
export type { PasskeyJwk, SeedPasskey } from './passkeys.ts'
export type { EmulatorState } from './stores.ts'
export type { SeedTotp } from './totps.ts'
export type { Client, SeedClient } from './connectedApps.ts'
export type { TokenProfile } from './sessionGrants.ts'
export type { LogEntry } from '../../api/events.ts'
export type { User } from '../../api/entities.ts'
export type { Member, Organization } from '../../api/b2b/entities.ts'

/** The initial state of an emulator, to which `reset` returns. */
export interface EmulatorOptions {
  /** The project's id, for your server. It begins with `project-test-`. Default: `project-test-00000000-0000-4000-8000-000000000000`. */
  project_id?: string
  /** The project's secret, for your server. It begins with `secret-test-`. Default: `secret-test-00000000-0000-4000-8000-000000000000`. */
  secret?: string
  /**
   * The path below which the emulator is reached, if it shares its origin with your pages: `/provider` if the `customBaseUrl` of your client is
   * `https://app.test/provider`. It begins with `/`, and does not end with it. What is outside of it is answered with 404. Issuer, links and redirects
   * of the emulator begin with it too. Routes of faults and of `requests()` do not. Default: none, so the emulator has the whole origin.
   */
  base_path?: string
  /** Settings of the project that differ from the defaults, with the names of the provider's API. */
  project?: Partial<Project>
  /** Accounts, apps, organizations with their members, and the RBAC policy. */
  seed?: Seed
}

/** The provider in memory. Each emulator has its own state, so you can run any number side by side. */
export interface Emulator {
  /** The project's id, with which your server calls the API and verifies session JWTs. */
  project_id: string
  /** The project's secret, with which your server calls the API. */
  secret: string
  /**
   * Answers a request as the provider would, whatever host its URL names: the API for browsers under `/sdk/v1/` and the one for servers under `/v1/`, the page of services under
   * `/clientside-services/`, telemetry at `/telemetry.js`, and stand-ins for Google: reCAPTCHA under `/recaptcha/`, sign-in under `/gsi/`. The
   * emulator's own routes are under `/_emulator/`. Rejects only with a TypeError, and only if a fault drops the connection.
   */
  fetch: (request: Request) => Promise<Response>
  /** Returns the messages sent so far, newest last. Also `GET /_emulator/outbox`. */
  outbox: () => OutboxMessage[]
  /** Returns the requests to the provider's API so far, newest last, without preflights. Also `GET /_emulator/requests`. */
  requests: () => RecordedRequest[]
  /** Returns the entries that clients have logged, newest last. Also `GET /_emulator/events`. */
  events: () => LogEntry[]
  /** Changes settings of the project and returns all settings. Throws a TypeError for an unknown or invalid one. Also `PATCH /_emulator/project`, and `GET /_emulator/project` to read them. */
  project: (patch?: Partial<Project>) => Project
  /**
   * Adds users, apps and organizations, returns them with their ids, and sets the policy. Throws a TypeError that names the invalid field. Also
   * `POST /_emulator/seed`.
   */
  seed: (seed: Seed) => Planted
  /**
   * Signs somebody in without a screen: finds the user, or the member of an organization, or creates one, and begins a session, as if they had opened a
   * link or typed a code. Rejects with a TypeError that says what is wrong. Also `POST /_emulator/sign_in`.
   */
  signIn: {
    (user: SignIn): Promise<SignedIn>
    (member: SignInMember): Promise<SignedInMember>
  }
  /**
   * Replaces the faults: from now on, the requests that these routes match go wrong. `[]` removes all faults; without a list nothing changes. Returns
   * the faults in force, whose `times` is what is left of it, and throws a TypeError for an invalid one. Also `PATCH /_emulator/faults` and `GET /_emulator/faults`.
   */
  faults: (faults?: Fault[]) => Fault[]
  /**
   * Releases the requests that a fault holds by this `name`, or all held requests if you give no name. Returns how many there were. Later requests
   * are held again. Also `POST /_emulator/release` `{name?}`, which returns `{released}`.
   */
  release: (name?: string) => number
  /** The clock by which codes, links and sessions expire. */
  clock: {
    /** Returns the time of the emulator's clock, in milliseconds since the epoch. */
    now: () => number
    /**
     * Moves the emulator's clock forward by whole milliseconds, at most 1e12, and returns the new time (RFC 3339). Also `POST /_emulator/clock`
     * `{advance_ms}`.
     */
    advance: (ms: number) => string
  }
  /**
   * Resets everything to the initial state: users, sessions, messages, faults, settings, the clock. The project's keys stay, because your server has them in its cache. Drops
   * waiting requests. Also `POST /_emulator/reset`.
   */
  reset: () => void
  /**
   * Returns everything that lives long: users and members with their factors, organizations, sessions, apps with what they may do, settings, signing
   * keys and the clock. It is plain JSON. If you pass such a state, even of another emulator, it replaces the present one. What lives for minutes is not
   * part of it: codes, links, challenges, messages, requests, faults. Throws a TypeError for anything that is not a state of this version.
   */
  state: (state?: EmulatorState) => EmulatorState
  /** Returns the errors inside the emulator itself, each of which was answered with a 500. If this is not empty, please report the defect. */
  crashes: () => unknown[]
  /** Drops the requests that faults keep waiting, so that no timer keeps your process alive. */
  close: () => void
}

/** Checks a value that the caller gave as `name`. A misspelled name would make a test that tests nothing, so it is an error. */
const checked = <Value>(name: string, schema: v.GenericSchema<unknown, Value>, value: unknown): Value => {
  const { success, output, issues } = v.safeParse(schema, value)
  if (!success) throw new TypeError(issues.map((issue) => `${v.getDotPath(issue) ?? name}: ${issue.message}`).join('\n'))
  return output
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
})

/** In code there is no request to answer, so the provider's refusal becomes a TypeError with the same message. */
const inCode = (error: unknown) => (error instanceof HTTPException ? new TypeError(error.message) : error)

/** Adds the seed that the caller gave. */
const plantGiven = (plant: (seed: Seed) => Planted, seed: unknown): Planted => {
  const given = checked('seed', seedBody, seed)
  try {
    return plant(given)
  } catch (error) {
    throw inCode(error)
  }
}

/**
 * Creates an emulator of the provider's API, for tests and development.
 *
 * ```ts
 * const emulator = createEmulator({ seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } })
 * globalThis.fetch = (input, init) => emulator.fetch(new Request(input, init))
 * ```
 *
 * With msw: `http.all('https://test.stytch.com/*', ({ request }) => emulator.fetch(request).catch(() => HttpResponse.error()))`.
 *
 * For a browser, serve it with `listen` of `latchkey/emulator/node`. These options of a client send all of its calls and scripts there:
 * ```ts
 * const options = { customBaseUrl: url, dfpCdnUrl: url, dfppaUrl: url, endpoints: {
 *   recaptchaURL: `${url}/recaptcha/enterprise.js`, googleURL: `${url}/gsi/client`,
 *   clientsideServicesIframeURL: `${url}/clientside-services/index.html`,
 * } }
 * ```
 *
 * Throws a TypeError that names the option, setting or seed that is not valid.
 */
export const createEmulator = (options: EmulatorOptions = {}): Emulator => {
  const crashes: unknown[] = []
  const faults = createFaults()
  const { project_id, secret, base_path, project, seed } = checked('options', emulatorOptions, options)

  const begin = (saved?: EmulatorState) => {
    const crashed = (error: unknown) => {
      crashes.push(error)
    }
    const provider = createProvider(checked('project', projectPatch, project), { project_id, secret }, faults, crashed, {
      basePath: base_path,
      saved,
    })
    serveControls(provider.router, { emulator, plant: provider.plant, signIn: provider.signIn })
    if (!saved) plantGiven(provider.plant, seed)
    return provider
  }

  const emulator: Emulator = {
    project_id,
    secret,
    fetch: (request) => provider.router.fetch(request),
    outbox: () => [...provider.outbox.messages],
    requests: () => [...provider.requestLog.requests],
    events: () => [...provider.events],
    project: (patch = {}) => ({ ...Object.assign(provider.project, withoutUndefined(checked('project', projectPatch, patch))) }),
    seed: (seed) => structuredClone(plantGiven(provider.plant, seed)),
    signIn: (async (who: unknown) => {
      try {
        return structuredClone(await provider.signIn(checked('who', signInBody, who)))
      } catch (error) {
        throw inCode(error)
      }
    }) as Emulator['signIn'],
    faults: (list) => {
      if (list) faults.set(checked('faults', faultList, list))
      return faults.list()
    },
    release: (name) => faults.release(checked('name', releaseName, name)),
    clock: {
      now: () => provider.clock.now(),
      advance: (ms) => {
        provider.clock.advance(checked('ms', advanceMs, ms))
        return timestamp(provider.clock.now())
      },
    },
    reset: () => {
      faults.set([])
      faults.dropWaiting()
      const kept = [...provider.signingKeys]
      provider = begin()
      // servers that have fetched them know a new key only after a while (docs/server.md#keys-and-rotation)
      for (const [name, key] of kept) provider.signingKeys.set(name, key)
    },
    state: (state) => {
      if (state !== undefined) provider = begin(checked('state', emulatorState, state))
      return provider.stores.save()
    },
    crashes: () => [...crashes],
    close: faults.dropWaiting,
  }
  let provider = begin()
  return emulator
}
