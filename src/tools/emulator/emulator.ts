import type { LogEntry } from '../../api/events.ts'
import type { SignedInMember, SignInMember } from './b2b/signIn.ts'
import type { Fault } from './controls/faults.ts'
import type { OutboxMessage } from './controls/outbox.ts'
import type { Project } from './state/project.ts'
import type { RecordedRequest } from './controls/requestLog.ts'
import type { Planted, Seed } from './controls/seed.ts'
import type { SignedIn, SignIn } from './controls/signIn.ts'
import type { EmulatorState } from './state/stores.ts'

/** The initial state of an emulator, to which `reset` returns. */
export interface EmulatorOptions {
  /**
   * The project's id, for your server. It begins with `project-test-`. Default:
   * `project-test-00000000-0000-4000-8000-000000000000`.
   */
  project_id?: string
  /**
   * The project's secret, for your server. It begins with `secret-test-`. Default:
   * `secret-test-00000000-0000-4000-8000-000000000000`.
   */
  secret?: string
  /**
   * The path below which the emulator is reached, if it shares its origin with your pages:
   * `/provider` if the `customBaseUrl` of your client is `https://app.test/provider`. It begins
   * with `/`, and does not end with it. What is outside of it is answered with 404, except the
   * metadata at `/.well-known/oauth-authorization-server/provider`. Issuer, links and redirects of
   * the emulator begin with it too. Routes of faults and of `requests()` do not. Default: none, so
   * the emulator has the whole origin.
   */
  base_path?: string
  /**
   * Settings of the project that differ from the defaults, with the names of the provider's API.
   */
  project?: Partial<Project>
  /** Accounts, apps, organizations with their members, and the RBAC policy. */
  seed?: Seed
  /**
   * Fetches the document about an app whose client id is a URL (OAuth Client ID Metadata Document).
   * In a test it returns a document of yours; `fetchPublic` of `latchkey/emulator/node` goes to the
   * network, though not to the private one. The emulator asks only for URLs with `https:` on public
   * hosts, and reads 5 KiB at most, for 5 seconds at most. Default: none, so the emulator never
   * uses the network, and a URL is no client id.
   */
  fetch_client_metadata?: (request: Request) => Promise<Response>
}

/**
 * The provider in memory. Each emulator has its own state, so you can run any number side by side.
 */
export interface Emulator {
  /** The project's id, with which your server calls the API and verifies session JWTs. */
  project_id: string
  /** The project's secret, with which your server calls the API. */
  secret: string
  /**
   * Answers a request as the provider would, whatever host its URL names: the API for browsers
   * under `/sdk/v1/` and the one for servers under `/v1/`, the page of services under
   * `/clientside-services/`, telemetry at `/telemetry.js`, and stand-ins for Google: reCAPTCHA
   * under `/recaptcha/`, sign-in under `/gsi/`. The emulator's own routes are under `/_emulator/`.
   * Rejects only with a TypeError, and only if a fault drops the connection.
   */
  fetch: (request: Request) => Promise<Response>
  /** Returns the messages sent so far, newest last. Also `GET /_emulator/outbox`. */
  outbox: () => OutboxMessage[]
  /**
   * Returns the requests to the provider's API so far, newest last, without preflights. Also
   * `GET /_emulator/requests`.
   */
  requests: () => RecordedRequest[]
  /** Returns the entries that clients have logged, newest last. Also `GET /_emulator/events`. */
  events: () => LogEntry[]
  /**
   * Changes settings of the project and returns all settings. Throws a TypeError for an unknown or
   * invalid one. Also `PATCH /_emulator/project`, and `GET /_emulator/project` to read them.
   */
  project: (patch?: Partial<Project>) => Project
  /**
   * Adds users, apps and organizations, returns them with their ids, and sets the policy. Throws a
   * TypeError that names the invalid field. Also `POST /_emulator/seed`.
   */
  seed: (seed: Seed) => Planted
  /**
   * Signs somebody in without a screen: finds the user, or the member of an organization, or
   * creates one, and begins a session, as if they had opened a link or typed a code. Rejects with a
   * TypeError that says what is wrong. Also `POST /_emulator/sign_in`.
   */
  signIn: {
    (user: SignIn): Promise<SignedIn>
    (member: SignInMember): Promise<SignedInMember>
  }
  /**
   * Replaces the faults: from now on, the requests that these routes match go wrong. `[]` removes
   * all faults; without a list nothing changes. Returns the faults in force, whose `times` is what
   * is left of it, and throws a TypeError for an invalid one. Also `PATCH /_emulator/faults` and
   * `GET /_emulator/faults`.
   */
  faults: (faults?: Fault[]) => Fault[]
  /**
   * Releases the requests that a fault holds by this `name`, or all held requests if you give no
   * name. Returns how many there were. Later requests are held again. Also
   * `POST /_emulator/release` `{name?}`, which returns `{released}`.
   */
  release: (name?: string) => number
  /** The clock by which codes, links and sessions expire. */
  clock: {
    /** Returns the time of the emulator's clock, in milliseconds since the epoch. */
    now: () => number
    /**
     * Moves the emulator's clock forward by whole milliseconds, at most 1e12, and returns the new
     * time (RFC 3339). Also `POST /_emulator/clock` `{advance_ms}`.
     */
    advance: (ms: number) => string
  }
  /**
   * Resets everything to the initial state: users, sessions, messages, faults, settings, the clock.
   * The project's keys stay, because your server has them in its cache. Drops waiting requests.
   * Also `POST /_emulator/reset`.
   */
  reset: () => void
  /**
   * Returns everything that lives long: users and members with their factors, organizations,
   * sessions, apps with what they may do, settings, signing keys and the clock. It is plain JSON.
   * If you pass such a state, even of another emulator, it replaces the present one. What lives for
   * minutes is not part of it: codes, links, challenges, messages, requests, faults. Throws a
   * TypeError for anything that is not a state of this version.
   */
  state: (state?: EmulatorState) => EmulatorState
  /**
   * Returns the errors inside the emulator itself, each of which was answered with a 500. If this
   * is not empty, please report the defect.
   */
  crashes: () => unknown[]
  /** Drops the requests that faults keep waiting, so that no timer keeps your process alive. */
  close: () => void
}
