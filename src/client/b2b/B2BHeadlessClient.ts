import { discovery } from '../../api/b2b/discovery.ts'
import type { Member, MemberSignedIn, Organization, SessionOptions } from '../../api/b2b/entities.ts'
import { idp } from '../../api/b2b/idp.ts'
import { impersonation } from '../../api/b2b/impersonation.ts'
import { magicLinks } from '../../api/b2b/magicLinks.ts'
import { oauth, oneTap } from '../../api/b2b/oauth.ts'
import { getOrganization, organization } from '../../api/b2b/organizations.ts'
import { otps } from '../../api/b2b/otps.ts'
import { passwords } from '../../api/b2b/passwords.ts'
import { scim } from '../../api/b2b/scim.ts'
import { recoveryCodes, totp } from '../../api/b2b/secondFactors.ts'
import { getSelf, self } from '../../api/b2b/self.ts'
import { session } from '../../api/b2b/sessions.ts'
import { sso } from '../../api/b2b/sso.ts'
import type { Answer, SessionDuration } from '../../api/entities.ts'
import { LatchkeySDKUsageError } from '../../api/usageError.ts'
import { inner, type Core } from '../core.ts'
import { fetched } from '../failure.ts'
import { headlessCore } from '../headlessCore.ts'
import { heldSession, type HeldSession } from '../heldSession.ts'
import type { OneTapOutcome } from '../oauth.ts'
import { observed } from '../observed.ts'
import type { Brand, ClientOptions } from '../options.ts'
import { rbac, type RbacNamespace } from '../rbac.ts'
import { lifeCalls } from '../sessionCalls.ts'
import type { UrlToken } from '../urlToken.ts'
import { authenticateByUrl, parseAuthenticateUrl, type MemberUrlOutcome } from './authenticateByUrl.ts'
import { readMemberState, type MemberState } from './memberState.ts'
import { methods, type Methods } from './methods.ts'
import type { DiscoveryPrompt, OrganizationPrompt } from './oneTap.ts'
import { oauthStart, ssoStart, type B2bOAuthProvider, type B2bOAuthStart, type SsoStartOptions } from './starts.ts'

/** What a host can see of one part of the state without asking the provider. */
export interface ObservedPart<Name extends keyof MemberState> {
  /** The part, as far as this page knows; null when signed out. */
  getSync(): NonNullable<MemberState[Name]> | null
  /** The same, and whether it is still the copy of an earlier page that nobody has confirmed. */
  getInfo(): { [Part in Name]: NonNullable<MemberState[Name]> | null } & { fromCache: boolean }
  /** Calls back whenever its reference is another than the last one seen, with null when signed out. Returns the way to stop. */
  onChange(callback: (now: NonNullable<MemberState[Name]> | null) => void): () => void
}

/** `client.session` (wire.md 1.8). */
export interface MemberSessionNamespace
  extends ObservedPart<'session'>,
    Pick<HeldSession, 'getTokens' | 'updateSession'>,
    Methods<typeof session> {
  /** Asks the provider whether the session holds, and for `session_duration_minutes` more. Signs out on an unrecoverable error, and rejects with it. */
  authenticate(options?: Partial<SessionDuration>): Promise<MemberSignedIn>
  /** Ends the session at the provider, then here. When the provider refuses: here only with `forceClear`, or if the session was void anyway. */
  revoke(options?: { forceClear?: boolean }): Promise<Answer>
}

/** `client.self` (wire.md 1.8). */
export interface SelfNamespace extends ObservedPart<'member'>, Methods<typeof self> {
  /** Asks the provider for the signed-in member, and keeps the answer. */
  get(): Promise<Member>
}

/** `client.organization` (wire.md 1.8). */
export interface OrganizationNamespace extends ObservedPart<'organization'>, Methods<typeof organization> {
  /** Asks the provider for the organization of the signed-in member, and keeps the answer. */
  get(): Promise<Organization>
}

/** `client.oauth` (wire.md 1.8). */
export interface B2bOAuthNamespace extends Methods<typeof oauth>, Record<B2bOAuthProvider, B2bOAuthStart> {
  /** Shows Google's floating prompt; the page goes on when the visitor has chosen an account. An error of code `one_tap` where it cannot be set up. */
  readonly googleOneTap: {
    start(options: OrganizationPrompt): Promise<OneTapOutcome>
    discovery: { start(options?: DiscoveryPrompt): Promise<OneTapOutcome> }
  }
}

/** `client.sso` (wire.md 1.8). */
export interface SsoNamespace extends Methods<typeof sso> {
  /** Sends the page to the connection's identity provider; it comes back with a token. Resolves when it is on its way. */
  start(options: SsoStartOptions): Promise<void>
}

/** The client of a project of organizations, without screens (wire.md 1.8). */
export class B2BHeadlessClient {
  /** @internal Who speaks in messages; the drop-in entry overrides it. */
  static brand: Brand = { client: 'new B2BHeadlessClient', prefix: '[Latchkey]', method: 'latchkey', log: 'b2b_' }

  /** @internal */
  declare readonly [inner]: Core
  declare readonly session: MemberSessionNamespace
  declare readonly self: SelfNamespace
  /** @deprecated `self` is the same. */
  declare readonly member: SelfNamespace
  declare readonly organization: OrganizationNamespace
  declare readonly magicLinks: Methods<typeof magicLinks>
  declare readonly otps: Methods<typeof otps>
  declare readonly passwords: Methods<typeof passwords>
  declare readonly discovery: Methods<typeof discovery>
  declare readonly oauth: B2bOAuthNamespace
  declare readonly sso: SsoNamespace
  declare readonly totp: Methods<typeof totp>
  declare readonly recoveryCodes: Methods<typeof recoveryCodes>
  declare readonly scim: Methods<typeof scim>
  declare readonly impersonation: Methods<typeof impersonation>
  declare readonly idp: Methods<typeof idp>
  declare readonly rbac: RbacNamespace
  /** Calls back with `{session, member, organization}` whenever who is signed in changes, `{}` when nobody is. Returns the way to stop. */
  declare readonly onStateChange: (callback: (state: MemberState) => void) => () => void
  /**
   * Ends the client for good: its listeners and timers. The member stays signed in; calls reject from then on. Clients of one session share its refreshes,
   * which end with the last of them.
   */
  declare readonly destroy: () => void
  /**
   * Spends the token that a link has brought back in the address, if there is one: it signs in to an organization, or proves an address and says which
   * organizations it leads to. It leaves the address before the call, and is spent once however often this is called; null without a token. A session is of 30
   * minutes unless `options` says otherwise.
   *
   * `multi_tenant_passwords` is not handled, as it waits for a new password. The link of a reset mail that was sent without an organization says `discovery`, as a
   * log-in link does: on the page that it leads to, take the token from {@link parseAuthenticateUrl} for `passwords.discovery.resetByEmail`.
   */
  declare readonly authenticateByUrl: (options?: SessionOptions) => Promise<MemberUrlOutcome>
  /** The token in an address, by default the page's, without spending it; null where there is none. */
  declare readonly parseAuthenticateUrl: (href?: string) => UrlToken | null

  /**
   * Asks for the project's settings and, where there is a session, whether it holds.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions) {
    const core = headlessCore(publicToken, options, new.target.brand, () => import('./preparation.ts'), readMemberState)
    this[inner] = core
    const observe = (part: keyof MemberState) => observed(core, part as 'session') as unknown as ObservedPart<never>
    for (const [name, calls] of Object.entries({
      magicLinks,
      otps,
      passwords,
      discovery,
      totp,
      recoveryCodes,
      scim,
      impersonation,
      idp,
      session,
      self,
      organization,
      oauth,
      sso,
    })) {
      Object.assign(this, { [name]: methods(core, name, calls) })
    }
    const asked = methods(core, '', { getSelf, getOrganization })
    Object.assign(
      this.session,
      heldSession(core, (method, message) => new LatchkeySDKUsageError(method, message)),
      lifeCalls(core),
    )
    Object.assign(this.self, observe('member'), { get: async () => (await asked.getSelf()).member })
    this.member = this.self
    Object.assign(this.organization, observe('organization'), { get: async () => (await asked.getOrganization()).organization })
    for (const provider of ['google', 'microsoft', 'hubspot', 'slack', 'github'] as const)
      Object.assign(this.oauth, { [provider]: oauthStart(core, provider) })
    const prompt =
      (submit: typeof oneTap.submit | typeof oneTap.submitDiscovery) => async (given?: OrganizationPrompt | DiscoveryPrompt) => {
        const { check } = await core.engine()
        return (await fetched(import('./oneTap.ts'))).startOneTap(core, submit, (await check({}, given)) || {})
      }
    Object.assign(this.oauth, { googleOneTap: { start: prompt(oneTap.submit), discovery: { start: prompt(oneTap.submitDiscovery) } } })
    Object.assign(this.sso, { start: ssoStart(core) })
    this.rbac = rbac(core)
    this.onStateChange = core.status.subscribe as never
    this.destroy = core.destroy
    this.authenticateByUrl = (options) => authenticateByUrl(this, options)
    this.parseAuthenticateUrl = parseAuthenticateUrl
  }
}
