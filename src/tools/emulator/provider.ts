import type { User } from '../../api/entities.ts'
import type { LogEntry } from '../../api/events.ts'
import { serveB2b } from './b2b/index.ts'
import { serveBootstrap } from './state/bootstrap.ts'
import { createClock } from './state/clock.ts'
import { createEmailProofs, createUnprovenRemoval } from './methods/emailProofs.ts'
import { createClientDocuments, type FetchClientMetadata } from './openid/clientDocuments.ts'
import { confirmingRouter } from './sessions/confirmations.ts'
import { createConnectedApps, serveConnectedApps } from './openid/connectedApps.ts'
import { createWalletLogIns, serveCryptoWallets } from './methods/cryptoWallets.ts'
import { serveEvents } from './controls/events.ts'
import { createExpiring } from './state/expiring.ts'
import type { Credentials } from './requests/credentials.ts'
import { createFirstFactors } from './sessions/firstFactors.ts'
import type { Faults } from './controls/faults.ts'
import { ISSUER as GOOGLE, serveGoogle } from './standIns/google.ts'
import { serveIdp } from './openid/idp.ts'
import { serveIframeService } from './standIns/iframeService.ts'
import { createImpersonation, serveImpersonation } from './sessions/impersonation.ts'
import { createLocks } from './methods/locks.ts'
import { createM2mClients } from './openid/m2mClients.ts'
import { createMagicLinks, serveMagicLinks, type EmailLinks } from './methods/magicLinks.ts'
import { createOAuthSignIns, serveOAuth } from './methods/oauth.ts'
import { serveOneTap } from './methods/oneTap.ts'
import { createOtps, serveOtps } from './methods/otps.ts'
import { createAuthorizations } from './openid/authorizations.ts'
import { createConsent } from './openid/consent.ts'
import { serveOpenid } from './openid/index.ts'
import { createSubjects, userSubject } from './openid/subjects.ts'
import type { Parts } from './parts.ts'
import type { BaseParts } from './baseParts.ts'
import { createOutbox } from './controls/outbox.ts'
import { createPasskeys } from './methods/passkeys.ts'
import { createPasswordLogIns, createPasswords, servePasswords } from './methods/passwords.ts'
import { createProject, type Project } from './state/project.ts'
import { serveRecaptcha } from './standIns/recaptcha.ts'
import { createRequestLog } from './controls/requestLog.ts'
import { createGuard, type CaptchaTokens, type TelemetryIds } from './requests/requiredProofs.ts'
import { createRouter } from './requests/router.ts'
import { createWorkProofs } from './requests/workProofs.ts'
import { createPlanter } from './controls/seed.ts'
import { createSessionGrants, serveSessionGrants, type TokenProfile, type TokenProfiles } from './sessions/sessionGrants.ts'
import { createSecondFactorCheck } from './sessions/secondFactorCheck.ts'
import { createSessions, serveSessions } from './sessions/sessions.ts'
import { serveServerApi } from './server/index.ts'
import { serveSignedInUser } from './sessions/signedInUser.ts'
import { createSignIn } from './controls/signIn.ts'
import { createSigner, type PrivateKey, type SigningKeys } from './sessions/signer.ts'
import { serveTelemetry } from './standIns/telemetry.ts'
import { objects } from './state/storeMap.ts'
import { createStores, type EmulatorState } from './state/stores.ts'
import { createAuthenticators, createTotpLogIns, serveTotps } from './methods/totps.ts'
import { createUsers } from './state/users.ts'
import { createPasskeyLogIns, serveWebauthn } from './methods/webauthn.ts'

interface ProviderOptions {
  settings?: Partial<Project>
  credentials: Credentials
  faults: Faults
  onCrash: (error: unknown) => void
  /** The path below which it answers. Default: none. */
  basePath?: string
  /** The state with which it begins. */
  savedStores?: EmulatorState['stores']
  /** Fetches the documents of apps. Default: none are fetched. */
  fetchClientMetadata?: FetchClientMetadata
}

/**
 * Puts the provider together, without any accounts. Each module of this folder names what it uses
 * of the parts, in the second argument of its `serve` function. Throws a TypeError if the saved
 * state has a store that does not exist. Returns the parts that `createEmulator` uses.
 */
export const createProvider = ({
  settings = {},
  credentials,
  faults,
  onCrash,
  basePath = '',
  savedStores,
  fetchClientMetadata,
}: ProviderOptions) => {
  const stores = createStores(savedStores)
  const { project_id } = credentials
  const clock = createClock(stores.record('clock', { ahead: 0 }))
  const project = stores.record('project', createProject(settings))
  const requestLog = createRequestLog(clock)
  const events: LogEntry[] = []
  const captchaTokens: CaptchaTokens = createExpiring(clock)
  const telemetryIds: TelemetryIds = createExpiring(clock)
  const workProofs = createWorkProofs(clock)
  const router = createRouter({
    basePath,
    project,
    faults,
    requestLog,
    guard: createGuard(project, captchaTokens, telemetryIds, workProofs),
    onCrash,
    credentials,
  })

  const users = createUsers(clock, stores)
  const signingKeys: SigningKeys = stores.map('signing_keys', objects<PrivateKey>({ kid: 'string', kty: 'string' }))
  const signer = createSigner(clock, signingKeys, { issuer: `stytch.com/${project_id}`, ownAudience: project_id })
  const firstFactors = createFirstFactors({ clock, project, users, stores })
  const checkSecondFactor = createSecondFactorCheck({ clock, project })
  const sessions = createSessions({ checkSecondFactor, clock, firstFactors, signer, stores, users })
  const outbox = createOutbox({ clock, project, stores })
  const passwords = createPasswords({ clock, project, stores })
  const connectedApps = createConnectedApps({ stores, project })
  const removeUnproven = createUnprovenRemoval({ project, sessions, passwords, connectedApps })
  const subjects = createSubjects()
  subjects.add((id) => {
    const user = users.byId(id)
    return user && userSubject(user)
  })
  const base: BaseParts = {
    captchaTokens,
    clock,
    connectedApps,
    credentials,
    emailProofs: createEmailProofs({ users, sessions }, removeUnproven),
    events,
    firstFactors,
    googleSigner: createSigner(clock, signingKeys, { issuer: GOOGLE, ownAudience: project_id, alg: 'ES256' }),
    locks: createLocks({ clock, project, stores }),
    outbox,
    project,
    project_id,
    removeUnproven,
    sessions,
    signer,
    stores,
    subjects,
    telemetryIds,
    tokenSigner: createSigner(clock, signingKeys, { ownAudience: project_id }),
    users,
    workProofs,
  }

  const emailLinks: EmailLinks = createExpiring(clock)
  const passkeys = createPasskeys(base)
  const authenticators = createAuthenticators(base)
  const authorizations = createAuthorizations(base)
  const clientDocuments = createClientDocuments({ ...base, fetch: fetchClientMetadata })
  const impersonationTokens = createExpiring<User>(clock)
  const tokenProfiles: TokenProfiles = stores.map('token_profiles', objects<TokenProfile>({ profile_id: 'string', jwks: 'object' }))
  const parts: Parts = {
    ...base,
    authenticators,
    authorizations,
    clientDocuments,
    consent: createConsent({ ...base, clientDocuments, authorizations }),
    emailLinks,
    impersonate: createImpersonation(impersonationTokens),
    impersonationTokens,
    m2mClients: createM2mClients(stores),
    magicLinks: createMagicLinks({ ...base, emailLinks }),
    oauthSignIns: createOAuthSignIns(base),
    otps: createOtps(base),
    passkeyLogIns: createPasskeyLogIns({ ...base, passkeys }),
    passkeys,
    passwordLogIns: createPasswordLogIns({ ...base, emailLinks, passwords }),
    passwords,
    sessionGrants: createSessionGrants({ ...base, authorizations, tokenProfiles }),
    tokenProfiles,
    totpLogIns: createTotpLogIns({ ...base, authenticators }),
    walletLogIns: createWalletLogIns(base),
  }

  const confirming = confirmingRouter(router, parts)
  serveBootstrap(router, parts)
  serveSignedInUser(router, parts)
  serveSessions(router, parts)
  serveMagicLinks(router, parts)
  serveOtps(confirming, parts)
  servePasswords(confirming, parts)
  serveCryptoWallets(router, parts)
  serveTotps(confirming, parts)
  serveWebauthn(confirming, parts)
  serveOAuth(router, parts)
  serveOneTap(router, parts)
  serveImpersonation(router, parts)
  serveSessionGrants(router, parts)
  serveConnectedApps(router, parts)
  serveIdp(router, parts)
  serveOpenid(router, parts)
  serveEvents(router, parts)
  serveIframeService(router)
  serveRecaptcha(router, parts)
  serveTelemetry(router, parts)
  serveGoogle(router, parts)
  const { plantOrganization, signInMember, memberCounts } = serveB2b(router, parts)
  serveServerApi(router, { ...parts, memberCounts })

  const plant = createPlanter(parts, plantOrganization)
  const signIn = createSignIn(parts, signInMember)
  const unread = stores.unread()
  if (unread.length > 0) throw new TypeError(`state: stores that this version does not know: ${unread.join(', ')}`)
  return { router, signingKeys, clock, project, outbox, requestLog, events, plant, signIn, stores }
}
