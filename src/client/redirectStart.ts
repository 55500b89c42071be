import type { Core } from './core.ts'
import { customDomain } from './hosts.ts'
import type { AnyState } from './session/state.ts'
import type { ProofKind } from './proofKeys.ts'

/** Options of a sign-in with another provider. */
export interface RedirectStartOptions {
  /** Scopes to ask for beside the provider's default ones. */
  custom_scopes?: string[]
  /** Parameters for the provider: `{ prompt: 'consent' }`. */
  provider_params?: Record<string, string>
}

/** These options as parts of a query: one `custom_scopes`, and `provider_` before the name of each parameter for the provider. */
export const providerQuery = ({ custom_scopes = [], provider_params = {} }: RedirectStartOptions): Record<string, string> => ({
  custom_scopes: custom_scopes.join(' '),
  ...Object.fromEntries(Object.entries(provider_params).map(([name, value]) => ['provider_' + name, value])),
})

/** A URL with a query. Parameters that are empty or undefined are left out. */
export const withQuery = (address: string, query: Record<string, string | undefined>): string =>
  `${address}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value) as [string, string][])}`

/**
 * Creates a proof key and makes the URL at which a sign-in begins: `start` makes it from the base URL and the challenge. Notes the start in the log, if `about` says
 * what to note. The caller sends the page to the URL.
 */
export async function redirectStartUrl<SomeState extends AnyState>(
  core: Core<SomeState>,
  kind: ProofKind,
  start: (base: string, code_challenge: string | undefined) => string,
  about?: { provider_type: string; custom_scopes?: string[] },
): Promise<string> {
  const { base, known, proofKeys } = await core.engine()
  const { code_challenge } = await (await proofKeys()).challenge(kind)
  // only a domain that the server has named counts: one that only storage knows may be anybody's
  const cname = (await known())?.cnameDomain
  if (about) core.log('start_oauth_flow', { ...about, cname_domain: cname, pkce: !!code_challenge })
  return start((typeof cname === 'string' && customDomain(cname)) || base, code_challenge)
}
