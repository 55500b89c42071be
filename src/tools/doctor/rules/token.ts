/** The public token, and the API that it is for. */
import { isTestToken } from '../../../client/calls/apiDomains.ts'
import { finding } from '../codes.ts'
import type { Rule } from './rule.ts'

const tokenPattern = /^public-token-(?:test|live)-[\w-]+$/

/** What documentation and samples say in its place. */
const placeholder = /\.\.\.|…|<[^<>]*>|\bYOUR\b|your[-_]|xxxx|replace|\{[^{}]*\}/i

const WHERE = 'Copy it from your provider’s dashboard, under API keys.'

export const token: Rule = ({ tags, elements, clients, calls }) => {
  const tokens = [
    ...tags.filter(({ data }) => data.element && !data.backend).map(({ data }) => data.publicToken ?? ''),
    ...elements.flatMap(({ attributes }) => attributes['public-token'] ?? []),
    // without one, a client has a backend, or it would not have started
    ...clients.flatMap(({ publicToken }) => publicToken || []),
    ...calls.flatMap(({ publicToken }) => publicToken || []),
  ]
  const isMissing = (text: string) => text === '' || text === 'undefined'
  const texts = [...new Set(tokens)].filter((text) => !isMissing(text))
  const placeholders = texts.filter((text) => placeholder.test(text))
  const malformedTokens = texts.filter((text) => !placeholder.test(text) && !tokenPattern.test(text))
  const bases = [
    ...clients.map(({ publicToken, base }) => [publicToken, base] as const),
    ...tags.map(({ data }) => [data.publicToken ?? '', data.baseUrl ?? ''] as const),
  ]
  const misplacedTokens = bases.filter(
    ([publicToken, base]) =>
      tokenPattern.test(publicToken) &&
      (isTestToken(publicToken) ? base.startsWith('https://api.stytch.com') : base.startsWith('https://test.stytch.com')),
  )
  return [
    ...finding(
      'token.missing',
      tokens.some(isMissing) ? (tags.length > 0 ? [`data-public-token of ${tags[0]!.src}`] : ['new LatchkeyClient()']) : [],
      'The page has no public token, so no call names your project.',
      WHERE,
    ),
    ...finding('token.placeholder', placeholders, 'The public token is the placeholder of the documentation.', WHERE),
    ...finding(
      'token.malformed',
      malformedTokens,
      'A public token begins with public-token-test- or public-token-live-, and this one does not.',
      WHERE,
    ),
    ...finding(
      'token.environment',
      misplacedTokens.map(([publicToken, base]) => `${publicToken} with ${base}`),
      'The public token and the base URL of the API are of different environments, so every call fails.',
      'Leave the base URL out: the client takes the right one. Or use the token of that environment.',
    ),
  ]
}
