import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { LogEntry } from '../api/events.ts'
import { advanceMs, timestamp } from './clock.ts'
import { serveControls } from './controls.ts'
import { createFaults, faultList, releaseName, type Fault } from './faults.ts'
import { told } from './fields.ts'
import type { OutboxMessage } from './outbox.ts'
import { projectPatch, type Project } from './project.ts'
import { createProvider, type SeedableProvider } from './provider.ts'
import type { RecordedRequest } from './requests.ts'
import { plant, seedBody, type Planted, type Seed } from './seed.ts'

export type { Fault } from './faults.ts'
export type { OutboxMessage } from './outbox.ts'
export type { Project } from './project.ts'
export type { RecordedRequest } from './requests.ts'
export type { Planted, Seed, SeedPasskey, SeedUser } from './seed.ts'
export type { PlantedOrganization, SeedMember, SeedOrganization } from './b2b/seed.ts'
export type { OAuthAccount } from './oauth.ts'
export type { PasskeyJwk } from './passkeys.ts'
export type { SeedTotp } from './totps.ts'
export type { Client, SeedClient } from './connectedApps.ts'
export type { TokenProfile } from './sessionGrants.ts'
export type { LogEntry } from '../api/events.ts'
export type { User } from '../api/entities.ts'
export type { Member, Organization } from '../api/b2b/entities.ts'

/** What an emulator begins with, and returns to on `reset`. */
export interface EmulatorOptions {
  /** Settings of the project that differ from the defaults, in the wire's spelling. */
  project?: Partial<Project>
  /** Accounts, apps, organizations with their members, and the RBAC policy. */
  seed?: Seed
}

/** The provider in memory. Each has its own state: any number run side by side. */
export interface Emulator {
  /**
   * Answers a request as the provider would, whatever the host in the URL: its API under `/sdk/v1/` and `/v1/`, its iframe service under
   * `/clientside-services/`, its telemetry at `/telemetry.js`; for Google, reCAPTCHA under `/recaptcha/` and sign-in under `/gsi/`.
   * The emulator's own controls are under `/_emulator/`.
   * Rejects only with a TypeError, and only where a fault drops the connection.
   */
  fetch: (request: Request) => Promise<Response>
  /** The messages sent so far, newest last. Also `GET /_emulator/outbox`. */
  outbox: () => OutboxMessage[]
  /** The requests to the provider's API so far, newest last; preflights are not among them. Also `GET /_emulator/requests`. */
  requests: () => RecordedRequest[]
  /** The entries that clients have logged, newest last. Also `GET /_emulator/events`. */
  events: () => LogEntry[]
  /** Changes settings of the project and answers them all. Also `PATCH /_emulator/project`. */
  project: (patch?: Partial<Project>) => Project
  /** Adds users, apps and organizations, which it answers with their ids, and sets the policy. Also `POST /_emulator/seed`. */
  seed: (seed: Seed) => Planted
  /**
   * What shall go wrong from now on, in place of what was to go wrong before; `[]` heals, no list leaves it as it is. Answers what is in
   * force. Also `PATCH /_emulator/faults` and `GET /_emulator/faults`.
   */
  faults: (faults?: Fault[]) => Fault[]
  /**
   * Lets the requests go on that a fault holds by this `name`; without a name, all that are held. Answers how many those were. Requests that
   * come later are held again. Also `POST /_emulator/release` `{name?}`, which answers `{released}`.
   */
  release: (name?: string) => number
  clock: {
    /** Milliseconds since the epoch, by the emulator's clock. */
    now: () => number
    /** Moves the emulator's clock on, by whole milliseconds up to 1e12, and answers the new time, RFC 3339. Also `POST /_emulator/clock` `{advance_ms}`. */
    advance: (ms: number) => string
  }
  /** Forgets everything: users, sessions, messages, faults, settings, the clock. What waits is dropped. Also `POST /_emulator/reset`. */
  reset: () => void
  /** What went wrong inside the emulator itself, each time answered with a 500. Always empty, or there is a defect to report. */
  crashes: () => unknown[]
  /** Drops the requests that faults keep waiting, so that no timer keeps a process alive. */
  close: () => void
}

/** What a host gave as `name`, if it is what it should be; a name mistyped in a test would make it test nothing. */
const checked = <Value>(name: string, schema: v.GenericSchema<unknown, Value>, value: unknown): Value => {
  const { success, output, issues } = v.safeParse(schema, value)
  if (!success) throw new TypeError(issues.map((issue) => `${v.getDotPath(issue) ?? name}: ${issue.message}`).join('\n'))
  return output
}

/** What the two hold is checked where they are put to use. */
const emulatorOptions = v.strictObject({ project: v.optional(v.unknown(), {}), seed: v.optional(v.unknown(), {}) })

/** Plants what a host gave. The provider refuses with an answer, for which there is no request here: its message says where and why. */
const sown = (provider: SeedableProvider, seed: unknown): Planted => {
  const given = checked('seed', seedBody, seed)
  try {
    return plant(provider, given)
  } catch (error) {
    throw error instanceof HTTPException ? new TypeError(error.message) : error
  }
}

/**
 * An emulator of the provider's API, for tests and development.
 *
 * ```ts
 * const emulator = createEmulator({ seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } })
 * globalThis.fetch = (input, init) => emulator.fetch(new Request(input, init))
 * ```
 *
 * With msw: `http.all('https://test.stytch.com/*', ({ request }) => emulator.fetch(request).catch(() => HttpResponse.error()))`.
 *
 * For a browser, `listen` of `latchkey/emulator/node` hosts it. A client goes there, for all that it asks and loads, with
 * ```ts
 * { customBaseUrl: url, dfpCdnUrl: url, dfppaUrl: url, endpoints: {
 *   recaptchaURL: `${url}/recaptcha/enterprise.js`, googleURL: `${url}/gsi/client`,
 *   clientsideServicesIframeURL: `${url}/clientside-services/index.html`,
 * } }
 * ```
 *
 * Throws a TypeError that names the option, setting or seed that is not one.
 */
export const createEmulator = (options: EmulatorOptions = {}): Emulator => {
  const crashes: unknown[] = []
  const faults = createFaults()

  const begin = () => {
    const { project, seed } = checked('options', emulatorOptions, options)
    const provider = createProvider(checked('project', projectPatch, project), faults, (error) => {
      crashes.push(error)
    })
    serveControls(provider, emulator)
    sown(provider, seed)
    return provider
  }

  const emulator: Emulator = {
    fetch: (request) => provider.fetch(request),
    outbox: () => [...provider.outbox.messages],
    requests: () => [...provider.requestLog.requests],
    events: () => [...provider.events],
    project: (patch = {}) => ({ ...Object.assign(provider.project, told(checked('project', projectPatch, patch))) }),
    seed: (seed) => structuredClone(sown(provider, seed)),
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
      provider = begin()
    },
    crashes: () => [...crashes],
    close: faults.dropWaiting,
  }
  let provider = begin()
  return emulator
}
