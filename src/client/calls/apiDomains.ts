import { text } from '../../api/kinds.ts'
import { safeDocument } from '../../browser/safeDocument.ts'
import type { ClientContext } from '../context.ts'

const domain = /^(?:https?:\/\/)?([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+)(?::\d+)?(?:[/?#].*)?$/i

/** The base URL for a custom domain: `https://<hostname>`, without port and path. Undefined if it is not a valid domain. */
export const customDomain = (given: unknown): string | undefined => {
  const hostname = domain.exec(text(given) ?? '')?.[1]
  return hostname && `https://${hostname}`
}

/** Whether a public token belongs to a test project. */
export const isTestToken = (publicToken: string): boolean => /public-token-test/.test(publicToken)

/** A URL without a user and a password, which `fetch` refuses. A relative one has those of the page's own address. */
const withoutUser = (url: string): string => {
  try {
    return Object.assign(new URL(url, safeDocument.baseURI), { username: '', password: '' }).href
  } catch {
    return url
  }
}

/** The base URL of the API. An invalid custom domain is reported to `refused`, and the provider's own is used: a session is never sent to a guess. */
export function apiBase(
  { publicToken, backend, options }: Pick<ClientContext, 'publicToken' | 'backend' | 'options'>,
  refused: (domain: unknown) => void,
): string {
  const { endpoints, endpointOptions } = options
  const exact = backend || text(options.customBaseUrl)
  if (exact) return withoutUser(exact).replace(/\/+$/, '')
  const test = isTestToken(publicToken)
  const wanted = test ? endpointOptions?.testApiDomain : endpointOptions?.apiDomain
  const custom = wanted && customDomain(wanted)
  if (wanted && !custom) refused(wanted)
  return (
    text(test ? endpoints?.testAPIURL : endpoints?.liveAPIURL) || custom || (test ? 'https://test.stytch.com' : 'https://api.stytch.com')
  )
}
