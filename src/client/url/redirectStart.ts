import type { Core } from '../core.ts'
import { customDomain } from '../calls/apiDomains.ts'
import type { AnyState } from '../session/state.ts'
import type { ProofKind } from '../calls/proofKeys.ts'

/** Options of a sign-in with another provider. */
export interface RedirectStartOptions {
  /** Scopes to ask for besides the provider's default ones. */
  custom_scopes?: string[]
  /** Parameters for the provider: `{ prompt: 'consent' }`. */
  provider_params?: Record<string, string>
}

/**
 * These options as query parameters: all scopes in one `custom_scopes`, and the parameters for the
 * provider with the prefix `provider_`.
 */
export const providerQuery = ({ custom_scopes = [], provider_params = {} }: RedirectStartOptions): Record<string, string> => ({
  custom_scopes: custom_scopes.join(' '),
  ...Object.fromEntries(Object.entries(provider_params).map(([name, value]) => ['provider_' + name, value])),
})

/** Adds a query to a URL. Parameters that are empty or undefined are left out. */
export const withQuery = (address: string, query: Record<string, string | undefined>): string =>
  `${address}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value) as [string, string][])}`

/**
 * Creates a proof key, and returns the URL at which a sign-in begins, which `start` makes from the
 * base URL and the challenge. Writes the start to the log, with the details in `about`, if there
 * are any. The caller redirects the page to the URL.
 */
export async function redirectStartUrl<SomeState extends AnyState>(
  core: Core<SomeState>,
  kind: ProofKind,
  start: (base: string, code_challenge: string | undefined) => string,
  about?: { provider_type: string; custom_scopes?: string[] },
): Promise<string> {
  const { base, known } = await core.engine()
  const { code_challenge } = await (await core.proofKeys()).challenge(kind, about?.provider_type)
  // only a domain from the server's answer: anybody may have written one to storage
  const cname = (await known())?.cnameDomain
  if (about) core.log('start_oauth_flow', { ...about, cname_domain: cname, pkce: !!code_challenge })
  return start(customDomain(cname) || base, code_challenge)
}
