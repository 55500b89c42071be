import type { Core } from './core.ts'
import { customDomain } from './hosts.ts'
import type { Who } from './session/state.ts'
import type { ProofKind } from './proofKeys.ts'

/** Options of a sign-in with another provider. */
export interface ElsewhereOptions {
  /** Scopes to ask for beside the provider's default ones. */
  custom_scopes?: string[]
  /** Parameters for the provider: `{ prompt: 'consent' }`. */
  provider_params?: Record<string, string>
}

/** The same as parts of a query: scopes in one, and a `provider_` before each name that is handed on. */
export const handedOn = ({ custom_scopes = [], provider_params = {} }: ElsewhereOptions): Record<string, string> => ({
  custom_scopes: custom_scopes.join(' '),
  ...Object.fromEntries(Object.entries(provider_params).map(([name, value]) => ['provider_' + name, value])),
})

/** An address with its query; what is empty or missing is left out (wire.md 2.2). */
export const withQuery = (address: string, query: Record<string, string | undefined>): string =>
  `${address}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value) as [string, string][])}`

/**
 * The address at which a sign-in begins, as `start` makes it of the base URL and a fresh proof key's challenge; `about` goes into the log. Whoever asks sends the
 * page there.
 */
export async function addressOf<SomeState extends Who>(
  core: Core<SomeState>,
  kind: ProofKind,
  start: (base: string, code_challenge: string | undefined) => string,
  about?: { provider_type: string; custom_scopes?: string[] },
): Promise<string> {
  const { base, known, proofKeys } = await core.engine()
  const { code_challenge } = await (await proofKeys()).challenge(kind)
  // by the server's word alone: a domain that only storage knows of may be anybody's
  const cname = (await known())?.cnameDomain
  if (about) core.log('start_oauth_flow', { ...about, cname_domain: cname, pkce: !!code_challenge })
  return start((typeof cname === 'string' && customDomain(cname)) || base, code_challenge)
}
