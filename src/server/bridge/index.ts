export { createBridge } from './handler.ts'
export type { Bridge, BridgeFailure, BridgeOptions, Visitor } from './handler.ts'
export type { Backend, OAuthStart, ResultFor, SecondFactorAnswer, Visit } from './calls.ts'
export { BridgeRefusal, refusal } from './refusals.ts'
