// What an administrator does in the dashboard of a project, done with the emulator: the
// authorization URL, and the scopes with what visitors read about them.
import { ORIGIN, STYTCH_BASE_URL } from './project.js'

const send = async (method, route, body) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${STYTCH_BASE_URL}/_emulator/${route}`, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
}

const scope = (action, description) => ({
  scope: `notes:${action}`,
  description,
  permissions: [{ resource_id: 'notes', actions: [action] }],
})

await send('PATCH', 'project', { project_name: 'Notes', idp_authorization_url: `${ORIGIN}/consent` })
await send('POST', 'seed', {
  policy: {
    roles: [{ role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read', 'write'] }] }],
    resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
    scopes: [scope('read', 'Read your notes'), scope('write', 'Add notes')],
  },
})
await import('./server.js')
