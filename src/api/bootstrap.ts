import { call, type Call } from './call.ts'
import type { Answer } from './entities.ts'

/** A project's settings as the provider sends them (wire.md 2.5). */
export interface WireBootstrap extends Partial<Answer> {
  project_name: string | null
  disable_sdk_watermark: boolean
  captcha_settings: { enabled: boolean; siteKey?: string }
  cname_domain: string | null
  email_domains: string[]
  pkce_required_for_email_magic_links: boolean
  pkce_required_for_password_resets: boolean
  pkce_required_for_oauth: boolean
  pkce_required_for_sso: boolean
  slug_pattern: string | null
  create_organization_enabled: boolean
  password_config: { luds_complexity: number; luds_minimum_count: number } | null
  dfp_protected_auth_enabled?: boolean
  dfp_protected_auth_mode?: 'DECISIONING' | 'OBSERVATION'
  rbac_policy?: RbacPolicy | null
  siwe_required_for_crypto_wallets: boolean
  vertical?: 'CONSUMER' | 'B2B'
}

/** Who may do what (spec section 6). An action `*` stands for every action of its resource. */
export interface RbacPolicy {
  roles: { role_id: string; description?: string; permissions: { resource_id: string; actions: string[] }[] }[]
  resources: { resource_id: string; description?: string; actions: string[] }[]
  scopes?: { scope: string; description: string; permissions?: { resource_id: string; actions: string[] }[] }[]
}

export const get: Call<undefined, WireBootstrap> = call('GET /projects/bootstrap/:public_token')
