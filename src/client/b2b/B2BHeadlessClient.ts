import { ownOptions } from '../../api/ownProperties.ts'
import { discovery } from '../../api/b2b/discovery.ts'
import type { Member, MemberSignedIn, Organization } from '../../api/b2b/entities.ts'
import { idp } from '../../api/b2b/idp.ts'
import { impersonation } from '../../api/b2b/impersonation.ts'
import { magicLinks } from '../../api/b2b/magicLinks.ts'
import { oauth, oneTap } from '../../api/b2b/oauth.ts'
import { b2bOAuthProviders, type B2bOAuthProvider } from '../../api/b2b/oauthProviders.ts'
import { getOrganization, organization } from '../../api/b2b/organizations.ts'
import { otps } from '../../api/b2b/otps.ts'
import { passwords } from '../../api/b2b/passwords.ts'
import { scim } from '../../api/b2b/scim.ts'
import { recoveryCodes, totp } from '../../api/b2b/secondFactors.ts'
import { getSignedInMember, signedInMember } from '../../api/b2b/signedInMember.ts'
import { session } from '../../api/b2b/sessions.ts'
import { sso } from '../../api/b2b/sso.ts'
import type { Answer, SessionDuration } from '../../api/entities.ts'
import { LatchkeySDKUsageError } from '../../api/usageError.ts'
import { coreKey } from '../core.ts'
import { orUnreachable } from '../calls/unreachable.ts'
import { headlessCore } from '../headlessCore.ts'
import { localSession, type LocalSession } from '../session/local.ts'
import type { OneTapOutcome } from '../oneTap/oneTapPrompt.ts'
import { observe, type Observed } from '../session/observe.ts'
import type { Brand, ClientOptions } from '../options.ts'
import { rbac, type RbacNamespace } from '../namespaces/rbac.ts'
import { sessionLifeMethods } from '../session/remote.ts'
import {
  authenticateByUrl,
  parseAuthenticateUrl,
  type MemberUrlOptions,
  type MemberUrlOutcome,
  type MemberUrlToken,
} from './authenticateByUrl.ts'
import { readMemberState, type MemberCore, type MemberState } from './memberState.ts'
import { methods, type Methods } from './methods.ts'
import type { DiscoveryPromptOptions, OrganizationPromptOptions } from './oneTap.ts'
import { oauthStart, ssoStart, type B2bOAuthStart, type SsoStartOptions } from './redirectStarts.ts'

/** The methods that read a part of the state, such as the member, without asking the provider. */
export interface ObservedPart<Name extends keyof MemberState> extends Observed<Name, MemberState> {}

/** `client.session`: the session of the member who is signed in. */
export interface MemberSessionNamespace
  extends ObservedPart<'session'>,
    Pick<LocalSession, 'getTokens' | 'updateSession'>,
    Methods<typeof session> {
  /**
   * Asks the provider whether the session is valid, and extends it by `session_duration_minutes` if
   * you pass that. If the provider says that there is no such session, the member is signed out,
   * and the call rejects.
   */
  authenticate(options?: Partial<SessionDuration>): Promise<MemberSignedIn>
  /**
   * Ends the session at the provider, then here. If the provider refuses, the call rejects, and the
   * member stays signed in, unless the session is not valid anyway.
   */
  revoke(options?: {
    /** Signs the member out here even if the provider refuses. Default false. */
    forceClear?: boolean
  }): Promise<Answer>
}

/** `client.self`: the member who is signed in. */
export interface SelfNamespace extends ObservedPart<'member'>, Methods<typeof signedInMember> {
  /** Asks the provider for the member who is signed in. From then on `getSync` returns the same. */
  get(): Promise<Member>
}

/** `client.organization`: the organization of the member who is signed in. */
export interface OrganizationNamespace extends ObservedPart<'organization'>, Methods<typeof organization> {
  /**
   * Asks the provider for the organization of the member who is signed in. From then on `getSync`
   * returns the same.
   */
  get(): Promise<Organization>
}

/** `client.oauth`: sign-ins with other providers. */
export interface B2bOAuthNamespace extends Methods<typeof oauth>, Record<B2bOAuthProvider, B2bOAuthStart> {
  /** Google's One Tap. */
  readonly googleOneTap: {
    /**
     * Shows Google's floating prompt. When the visitor has chosen an account, the page goes to the
     * redirect URL with a token.
     * @throws LatchkeySDKError of code `one_tap`, as a rejection, if the prompt cannot be set up
     */
    start(options: OrganizationPromptOptions): Promise<OneTapOutcome>
    /** For visitors who have yet to choose an organization. */
    discovery: {
      /**
       * Shows Google's floating prompt. When the visitor has chosen an account, the page goes to
       * the redirect URL with a token.
       * @throws LatchkeySDKError of code `one_tap`, as a rejection, if the prompt cannot be set up
       */
      start(options?: DiscoveryPromptOptions): Promise<OneTapOutcome>
    }
  }
}

/** `client.sso`: sign-ins by the identity provider of an organization, and its connections. */
export interface SsoNamespace extends Methods<typeof sso> {
  /**
   * Redirects the page to the identity provider of the connection. It comes back with a token, for
   * `authenticate`. The promise resolves when the page is about to leave.
   */
  start(options: SsoStartOptions): Promise<void>
}

/**
 * The client of a project of organizations, without screens. A method that fails rejects with an
 * error whose `code` says why (`LatchkeyError`). If the provider refused the call, the code is
 * `api`, and `error_type` says more.
 */
export class B2BHeadlessClient {
  /** @internal The names in messages for developers. The drop-in entry overrides them. */
  static brand: Brand = { client: 'new B2BHeadlessClient', prefix: '[Latchkey]', method: 'latchkey', log: 'b2b_' }

  /** @internal */
  declare readonly [coreKey]: MemberCore
  /** The session and its tokens. */
  declare readonly session: MemberSessionNamespace
  /** The member who is signed in. */
  declare readonly self: SelfNamespace
  /** @deprecated `self` is the same. */
  declare readonly member: SelfNamespace
  /** The organization of the member who is signed in. */
  declare readonly organization: OrganizationNamespace
  /** Links by email. */
  declare readonly magicLinks: Methods<typeof magicLinks>
  /** Codes: by email as a first factor, by SMS as a second one. */
  declare readonly otps: Methods<typeof otps>
  /** Passwords of members. */
  declare readonly passwords: Methods<typeof passwords>
  /** For visitors who have proved an address, and have yet to choose an organization. */
  declare readonly discovery: Methods<typeof discovery>
  /** Sign-ins with other providers, and Google's One Tap. */
  declare readonly oauth: B2bOAuthNamespace
  /** Sign-ins by the identity provider of an organization, and its connections. */
  declare readonly sso: SsoNamespace
  /** Authenticator apps as a second factor (RFC 6238). */
  declare readonly totp: Methods<typeof totp>
  /** Recovery codes, for members who have lost their authenticator app. */
  declare readonly recoveryCodes: Methods<typeof recoveryCodes>
  /** The connection of the organization to a directory (SCIM, RFC 7644). */
  declare readonly scim: Methods<typeof scim>
  /** An administrator signs in as a member. */
  declare readonly impersonation: Methods<typeof impersonation>
  /** The project as an identity provider for other apps. Arguments are sent unchanged. */
  declare readonly idp: Methods<typeof idp>
  /** What the member who is signed in may do. */
  declare readonly rbac: RbacNamespace
  /**
   * Calls you back with `{ session, member, organization }` whenever a member signs in or out or
   * one of these changes, with `{}` if nobody is signed in. Returns a function that ends the
   * subscription.
   */
  declare readonly onStateChange: (callback: (state: MemberState) => void) => () => void
  /**
   * Ends the client for good: its listeners and timers. The member stays signed in. Calls of this
   * client reject from then on. Clients that share a session share its refreshes, which end with
   * the last of them.
   */
  declare readonly destroy: () => void
  /**
   * Spends the token that a link has put into the page's URL: it signs the visitor in to an
   * organization, or proves an address and says which organizations it leads to. The token leaves
   * the URL before the call, and is spent only once, no matter how often you call this. Resolves
   * with null if there is no token. A session lasts 30 minutes unless `options` says otherwise.
   *
   * `multi_tenant_passwords` is not handled, because that call needs the new password, too. The
   * link of a reset email that was sent without an organization says `discovery`, as a log-in link
   * does: on the page that it leads to, take the token from {@link parseAuthenticateUrl} for
   * `passwords.discovery.resetByEmail`.
   */
  declare readonly authenticateByUrl: (options?: MemberUrlOptions) => Promise<MemberUrlOutcome>
  /** Reads the token in a URL, by default the page's, without spending it; null without one. */
  declare readonly parseAuthenticateUrl: (href?: string) => MemberUrlToken | null

  /**
   * Gets the project's settings, and checks the session if there is one.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions) {
    const core = headlessCore(publicToken, options, new.target.brand, () => import('./laterEngine.ts'), readMemberState)
    this[coreKey] = core
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
      self: signedInMember,
      organization,
      oauth,
      sso,
    })) {
      Object.assign(this, { [name]: methods(core, name, calls) })
    }
    const memberCalls = methods(core, '', { getSignedInMember, getOrganization })
    Object.assign(
      this.session,
      localSession(core, (method, message) => new LatchkeySDKUsageError(method, message)),
      sessionLifeMethods(core),
    )
    Object.assign(this.self, observe(core, 'member'), { get: async () => (await memberCalls.getSignedInMember()).member })
    this.member = this.self
    Object.assign(this.organization, observe(core, 'organization'), { get: async () => (await memberCalls.getOrganization()).organization })
    for (const provider of Object.values(b2bOAuthProviders)) Object.assign(this.oauth, { [provider]: oauthStart(core, provider) })
    const prompt =
      (submit: typeof oneTap.submit | typeof oneTap.submitDiscovery) =>
      async (options?: OrganizationPromptOptions | DiscoveryPromptOptions) => {
        const own = ownOptions(await core.check({}, options))
        return (await orUnreachable(import('./oneTap.ts'))).startOneTap(core, submit, own)
      }
    Object.assign(this.oauth, { googleOneTap: { start: prompt(oneTap.submit), discovery: { start: prompt(oneTap.submitDiscovery) } } })
    Object.assign(this.sso, { start: ssoStart(core) })
    this.rbac = rbac(core)
    this.onStateChange = core.status.subscribe
    this.destroy = core.destroy
    this.authenticateByUrl = (options) => authenticateByUrl(this, options)
    this.parseAuthenticateUrl = parseAuthenticateUrl
  }
}
