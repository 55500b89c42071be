import type { RbacPolicy } from '../api/bootstrap.ts'
import type { Store } from '../browser/storage.ts'

/** A project's settings in the spelling of spec section 3, which is also that of the cached copy that we share with the provider's SDK (wire.md 2.5). */
export interface Bootstrap {
  projectName: string | null
  displayWatermark: boolean
  captchaSettings: { enabled: boolean; siteKey?: string }
  cnameDomain: string | null
  emailDomains: string[]
  pkceRequiredForEmailMagicLinks: boolean
  pkceRequiredForPasswordResets: boolean
  pkceRequiredForOAuth: boolean
  pkceRequiredForSso: boolean
  slugPattern: string | null
  createOrganizationEnabled: boolean
  passwordConfig: { ludsComplexity: number; ludsMinimumCount: number } | null
  runDFPProtectedAuth: boolean
  dfpProtectedAuthMode?: 'DECISIONING' | 'OBSERVATION'
  rbacPolicy: RbacPolicy | null
  siweRequiredForCryptoWallets: boolean
  vertical?: 'CONSUMER' | 'B2B'
}

/** What stands where the project says nothing (wire.md 2.5). */
export const fallback = {
  projectName: null,
  displayWatermark: false,
  captchaSettings: { enabled: false },
  emailDomains: ['stytch.com'],
  passwordConfig: null,
  rbacPolicy: null,
} as unknown as Bootstrap

/** The settings of the last visit, cached under `<key>::bootstrap` (wire.md 2.4), else the built-in ones. */
export function cachedBootstrap(store: Store, key: string): Bootstrap {
  const cached = store.get(key + '::bootstrap') as Bootstrap | undefined
  return Array.isArray(cached?.emailDomains) ? { ...fallback, ...cached } : fallback
}
