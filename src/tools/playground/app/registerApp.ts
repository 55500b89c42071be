import { base } from '../base.ts'
import { emulator } from '../emulator.ts'
import { addToPolicy } from '../policy.ts'
import { client, redirectUri } from './openIdConnect.ts'

/**
 * Registers this app with the provider, as an administrator would do once. Everybody can read
 * notes, and editors can change them.
 */
export async function registerApp() {
  await emulator.seed({
    clients: [
      {
        client_id: client.client_id,
        client_name: 'Sunny Notes',
        client_description: 'Keeps your notes in the sun.',
        client_type: 'third_party_public',
        logo_url: `${base}/favicon.svg`,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
      },
    ],
  })
  await addToPolicy({
    roles: [
      { role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
      { role_id: 'editor', permissions: [{ resource_id: 'notes', actions: ['*'] }] },
    ],
    resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
    scopes: [
      { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
      { scope: 'notes:write', description: 'Change your notes', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
    ],
  })
}
