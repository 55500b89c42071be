import type { Seed } from '../../emulator/index.ts'
import { base } from '../base.ts'
import { emulator, type Project } from '../emulator.ts'
import { client, redirectUri } from './openIdConnect.ts'

/** The permissions for notes: everybody can read them, and editors can change them. */
const policy: NonNullable<Seed['policy']> = {
  roles: [
    { role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { role_id: 'editor', permissions: [{ resource_id: 'notes', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { scope: 'notes:write', description: 'Change your notes', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
  ],
}

/** The project's policy with the rules for notes added. */
const withNotes = (before: Project['rbac_policy']) => ({
  roles: [...(before?.roles ?? []), ...policy.roles],
  resources: [...(before?.resources ?? []), ...policy.resources],
  scopes: [...(before?.scopes ?? []), ...policy.scopes!],
})

/** Registers this app with the provider, as an administrator would do once. */
export async function registerApp() {
  const { rbac_policy } = await emulator.project()
  const known = rbac_policy?.scopes?.some(({ scope }) => scope === 'notes:read')
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
    ...(!known && { policy: withNotes(rbac_policy) }),
  })
}
