import { cancelRotation, completeRotation, startRotation, type RotationRefusals, type Secrets } from '../openid/clientSecrets.ts'
import { noBody } from '../requests/fields.ts'
import type { Router, ServerRequest } from '../requests/router.ts'

interface Rotation<Client extends Secrets> {
  /** Where the clients of this kind are: the path of one of them without its `:id`. */
  path: string
  /** Returns the client that the path names. Refuses one that has no secret. */
  requireClient: (request: ServerRequest) => Client
  /** The answer about a client, with the secret that it has just got. */
  answer: (client: Client, newSecret?: { next_client_secret: string }) => object
  refusals: RotationRefusals
}

/** Serves the three steps by which a client gets another secret. */
export const serveRotation = <Client extends Secrets>({ server }: Router, { path, requireClient, answer, refusals }: Rotation<Client>) => {
  const rotate = `POST ${path}/:id/secrets/rotate`
  server(`${rotate}/start`, noBody, (_, request) => {
    const client = requireClient(request)
    const next_client_secret = startRotation(client, refusals)
    return answer(client, { next_client_secret })
  })
  for (const [route, end] of [
    [`${rotate}/cancel`, cancelRotation],
    [rotate, completeRotation],
  ] as const) {
    server(route, noBody, (_, request) => {
      const client = requireClient(request)
      end(client, refusals)
      return answer(client)
    })
  }
}
