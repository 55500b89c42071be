export { createBridge } from './handler.ts'
export type { Bridge, BridgeFailure, BridgeOptions, BridgeSession, PageVisitor, RequestHandler, Visitor } from './handler.ts'
export {
  captchafox,
  hcaptcha,
  proofOfWork,
  recaptcha,
  turnstile,
  type BotCheck,
  type BotVisitor,
  type ProofOfWorkOptions,
  type VendorKeys,
} from './botCheck.ts'
export type { BotCheckKind, WorkChallenge } from '../../api/botCheck.ts'
export type { Backend, OAuthStart, ResultFor, SecondFactorAnswer, Visit } from './calls.ts'
export type { NodeCall, NodeRequest, NodeResponse } from './node.ts'
export {
  byLength,
  fullName,
  sessionEntity,
  settings,
  strengthOf,
  userEntity,
  type PasswordLengths,
  type SessionParts,
  type UserParts,
} from './defaults.ts'
export { pageWithToken, type TokenType } from './landing.ts'
export { nodeCallOf, requestOf, respond } from './node.ts'
export { cookieLine, readValue, valueLines, type CookieRules } from '../hostCookies.ts'
export { BridgeRefusal, refusal } from './refusals.ts'
