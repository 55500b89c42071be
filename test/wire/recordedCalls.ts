/** The calls in calls.json and b2bCalls.json, which were recorded from the provider's own SDK. */
import { readFileSync } from 'node:fs'

export interface Recorded {
  call: string
  args: unknown[]
  request: { method: string; path: string; body: object | null }
}

export interface RecordedOfMembers extends Recorded {
  /** Whether the body contains the intermediate session token, if there is one. */
  intermediate: boolean
  /** Whether it contains fraud-protection tokens if the project requires them. */
  guarded: boolean
}

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

export const calls = read('calls.json') as (Recorded & { signed_in: boolean })[]
export const b2bCalls = read('b2bCalls.json') as RecordedOfMembers[]
