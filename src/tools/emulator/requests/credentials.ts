import * as v from 'valibot'

/** What a server proves itself with: the project's id and its secret. */
export interface Credentials {
  /** The project's id: in the path of its JWKS, and the audience of its session JWTs. */
  project_id: string
  /** The project's secret. */
  secret: string
}

const UUID = '00000000-0000-4000-8000-000000000000'

/** The emulator must never look like a live project. */
const ofTestProject = (prefix: string) => v.optional(v.pipe(v.string(), v.startsWith(prefix)), `${prefix}${UUID}`)

/** The credentials of the project. Each has a default that is the same in every emulator. */
export const credentials = { project_id: ofTestProject('project-test-'), secret: ofTestProject('secret-test-') }
