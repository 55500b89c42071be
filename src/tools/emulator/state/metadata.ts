import * as v from 'valibot'

/** What the host keeps with a user, a member, an organization or a client: any JSON, by key. */
export type Metadata = Record<string, unknown>

/** The schema of metadata in a request. */
export const metadata = v.optional(v.record(v.string(), v.unknown()))

/** Adds metadata to what is there. A value that is null deletes its key. Pure. */
export const withMetadata = (present: Metadata, changes: Metadata = {}): Metadata =>
  Object.fromEntries(Object.entries({ ...present, ...changes }).filter(([, value]) => value !== null))
