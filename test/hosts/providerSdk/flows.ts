/**
 * The flows through the provider's own SDK that end with a visitor signed in, and why some clients
 * cannot have them.
 */
import type { ClientName } from './clients.ts'

const screens = ['vanilla-js 5', 'vanilla-js 6', 'react 20'] as const
const headless = ['vanilla-js 5 headless', 'vanilla-js 6 headless'] as const
const memberScreens = ['vanilla-js 5 b2b', 'vanilla-js 6 b2b'] as const
const memberHeadless = ['vanilla-js 5 b2b headless', 'vanilla-js 6 b2b headless'] as const

/** The clients for users. */
export const userClients = [...screens, ...headless]
/** The clients for members of organizations. */
export const memberClients = [...memberScreens, ...memberHeadless]

/** The clients for members who manage their organization. */
export const portalClients = ['vanilla-js 6 b2b portal', 'react 20 b2b portal'] as const

/** Flows by name. Each says for which clients it cannot exist, and why. */
export type Flows = Record<string, Partial<Record<ClientName, string>>>

const without = (clients: readonly ClientName[], reason: string) =>
  Object.fromEntries(clients.map((client) => [client, reason])) as Partial<Record<ClientName, string>>

const ownScreen = 'a host without screens writes its own'

export const userFlows = {
  'email link': {},
  'code by email': {},
  'code by SMS': {},
  'code by WhatsApp': {},
  'password, sign-up': {},
  'password, log-in': {},
  'password, reset': {},
  OAuth: {},
  'Google One Tap': {},
  passkey: {},
  'crypto wallet': {},
  'authenticator app': without(screens, 'the screens have none'),
  consent: without(headless, ownScreen),
} satisfies Flows

export const memberFlows = {
  'Discovery, email link': {},
  'Discovery, code by email': {},
  'Discovery, password': {},
  'Discovery, password reset': {},
  'Discovery, OAuth': {},
  'Discovery, SSO': {},
  'Discovery, new organization': {},
  'Organization, email link': {},
  'Organization, code by email': {},
  'Organization, password': {},
  'Organization, password reset': {},
  'Organization, OAuth': {},
  'Organization, SSO': {},
  'MFA by SMS': {},
  'MFA by authenticator app, then by recovery code': {},
  consent: without(memberHeadless, ownScreen),
} satisfies Flows

/** The screens of the Admin Portal. Each is seen, and saves something. */
export const portalFlows = { settings: {}, members: {}, 'SSO connections': {}, 'SCIM connection': {} } satisfies Flows
