import { hostChecks } from '../../api/hostChecks.ts'
import { text } from '../../api/kinds.ts'
import { isLoopback } from '../../api/loopback.ts'
import type { ClientContext } from '../context.ts'

const domain = /^(?:https?:\/\/)?([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+)(?::\d+)?(?:[/?#].*)?$/i

/**
 * Returns the base URL for a custom domain: `https://<hostname>`, without port and path. Undefined
 * if it is not a valid domain.
 */
export const customDomain = (value: unknown): string | undefined => {
  const hostname = domain.exec(text(value) ?? '')?.[1]
  return hostname && `https://${hostname}`
}

/** Returns whether a public token belongs to a test project. */
export const isTestToken = (publicToken: string): boolean => /public-token-test/.test(publicToken)

/**
 * Returns the base URL, without a slash at its end, of what a host names in any option for a host:
 * a bare domain, of which only the domain counts, over https; a URL as it stands, with its port and
 * path, also over http or relative to the page; `localhost:4100` over http. It has no user and
 * password, which `fetch` refuses. Undefined for anything else.
 */
export const baseUrlOf = (value: unknown): string | undefined => {
  const url = text(value)?.trim() || ''
  const isBare = !/^(https?:\/)?\//i.test(url)
  const [host] = isBare ? url.split(/[:/?#]/) : []
  if (isBare && !isLoopback(host)) return customDomain(url)
  try {
    const { origin, pathname } = new URL(isBare ? `http://${url}` : url, url[0] === '/' ? location.href : undefined)
    return (origin + pathname).replace(/\/+$/, '')
  } catch {}
}

/**
 * Returns the base URL of the API. One that is refused is reported to `refuse`, and the provider's
 * own is used: a session is never sent to a guess.
 */
export function apiBase(
  { publicToken, backend, options }: Pick<ClientContext, 'publicToken' | 'backend' | 'options'>,
  refuse: (domain: unknown) => void,
): string {
  if (backend) return baseUrlOf(backend)!
  const { customBaseUrl, endpoints, endpointOptions, dfppaUrl, dfpCdnUrl } = options
  const test = isTestToken(publicToken)
  const base =
    customBaseUrl || (test ? endpoints?.testAPIURL || endpointOptions?.testApiDomain : endpoints?.liveAPIURL || endpointOptions?.apiDomain)
  if (hostChecks) {
    const telemetry = [dfppaUrl, dfpCdnUrl, endpoints?.dfpBackendURL, endpointOptions?.dfppaDomain, endpointOptions?.dfpCdnDomain]
    for (const value of [base, ...telemetry]) if (value && !baseUrlOf(value)) refuse(value)
  }
  return baseUrlOf(base) || (test ? 'https://test.stytch.com' : 'https://api.stytch.com')
}
