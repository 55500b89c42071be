import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { readObject } from './clientAuthentication.ts'
import { toClient, fixedMetadata, readClientMetadata } from './clientMetadata.ts'
import { isPublic } from './connectedApps.ts'
import { atBothPlaces } from './endpoints.ts'
import { answerOAuth, refuseOAuth } from './oauthAnswer.ts'
import type { Parts } from '../parts.ts'

export const serveRegistration = (router: Router, { clock, project, project_id, connectedApps }: Parts) => {
  atBothPlaces(router, project_id)('POST /oauth2/register', async (request) => {
    if (!project.dynamic_client_registration_enabled) refuse('dynamic_client_registration_not_enabled')
    const input = readObject(await request.text(), () => refuseOAuth('invalid_client_metadata', 'The body is not a JSON object.'))
    const metadata = readClientMetadata(input, refuseOAuth)
    const seedClient = toClient(metadata)
    // Every copy of an app that cannot keep a secret says the same, and is the same app to visitors
    // and administrators.
    const fingerprint = isPublic({ client_type: seedClient.client_type! }) ? JSON.stringify(metadata) : undefined
    const { client_id, client_secret } =
      connectedApps.all().find((client) => fingerprint !== undefined && client.fingerprint === fingerprint) ??
      connectedApps.add(seedClient, { creation_method: 'dynamic_client_registration', fingerprint })
    return answerOAuth(
      {
        client_id,
        client_id_issued_at: Math.floor(clock.now() / 1000),
        ...(fingerprint === undefined && { client_secret, client_secret_expires_at: 0 }),
        ...metadata,
        ...fixedMetadata,
      },
      201,
    )
  })
}
