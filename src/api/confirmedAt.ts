import { text } from './kinds.ts'
import { objects } from './listOfObjects.ts'

/** What is read of a session. Nobody has checked its fields: it may come from a cache. */
export interface ProvenSession {
  started_at?: unknown
  authentication_factors?: unknown
}

/**
 * Returns when the user of a session last proved who they are (RFC 3339): the newest of its factors
 * or its beginning. Empty if it does not say.
 */
export const confirmedAt = ({ started_at, authentication_factors }: ProvenSession): string => {
  const times = [
    started_at,
    ...objects<{ last_authenticated_at?: unknown }>(authentication_factors).map((factor) => factor.last_authenticated_at),
  ].map((time) => Date.parse(text(time) ?? ''))
  const newest = Math.max(...times.filter(Boolean))
  return Number.isFinite(newest) ? new Date(newest).toISOString() : ''
}
