import { useEffect, useState } from 'react'
import type { LatchkeyClient } from '../../../entries/index.ts'
import { Card } from '../Card.tsx'

type Apps = Awaited<ReturnType<LatchkeyClient['user']['getConnectedApps']>>['connected_apps']

/** The apps to which the visitor, who is signed in, has given access, and the buttons that revoke it. */
export function ConnectedApps({ client }: { client: LatchkeyClient }) {
  const [apps, setApps] = useState<Apps>()
  const [failure, setFailure] = useState<string>()
  const read = async () => {
    try {
      setApps((await client.user.getConnectedApps()).connected_apps)
      setFailure(undefined)
    } catch (error) {
      setFailure((error as Error).message)
    }
  }
  useEffect(() => void read(), [client])
  const revoke = async (id: string) => {
    await client.user.revokedConnectedApp(id).catch((error: Error) => setFailure(error.message))
    await read()
  }
  return (
    <Card title="Apps that you have let in">
      <div className="body">
        {failure && <p role="alert">{failure}</p>}
        {apps?.length === 0 && <p>None so far.</p>}
        <ul className="apps">
          {apps?.map(({ connected_app_id, name, scopes_granted }) => (
            <li key={connected_app_id}>
              <span>
                <strong>{name}</strong>
                <br />
                <small>{scopes_granted}</small>
              </span>
              <button type="button" className="button" aria-label={`Revoke ${name}`} onClick={() => void revoke(connected_app_id)}>
                Revoke
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
