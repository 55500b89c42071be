/** What the page's Content Security Policy blocks, and what to add to it. */
import { createHash } from 'node:crypto'
import { finding } from '../codes.ts'
import type { Facts, Violation } from '../facts.ts'
import { isProvider } from '../provider.ts'
import { isWidgetFile } from '../widgetFiles.ts'
import type { Rule } from './rule.ts'

/**
 * Third parties whose scripts and frames the widget loads for One Tap and captcha
 * (docs/guides/content-security-policy.md).
 */
const thirdParty = /^https:\/\/(accounts\.google\.com\/gsi|www\.google\.com\/recaptcha|www\.gstatic\.com\/recaptcha)\//

/** The element of a prerendered form, and the host's own code that mounts a widget. */
const ourInline = /--lk-|\.lk\b|\blk-|latchkey|prerendered/i

/**
 * Returns whether a rule only reserves the form's height. The snippet works without it, as on a
 * page with the policy of docs/guides/content-security-policy.md.
 */
const isReservation = ({ text }: Violation) => /\{min-height:/.test(text) && !/\.lk\b/.test(text)

const isTrustedTypes = ({ directive }: Violation) => /trusted-types/.test(directive)

/** Returns whether the widget caused a violation; a page's other violations are its own affair. */
const isOurs = (violation: Violation, facts: Facts): boolean => {
  const { blockedUri, source, text, inWidget, sample } = violation
  if (isReservation(violation)) return false
  if (isTrustedTypes(violation)) return sample === 'latchkey' || isWidgetFile(source, facts)
  if (blockedUri === 'inline') return inWidget || ourInline.test(text)
  return (
    inWidget ||
    isProvider(blockedUri) ||
    facts.clients.some(({ base }) => blockedUri.startsWith(base)) ||
    facts.tags.some(({ src, data }) => src === blockedUri || (data.baseUrl && blockedUri.startsWith(data.baseUrl))) ||
    isWidgetFile(blockedUri, facts) ||
    (isWidgetFile(source, facts) &&
      (thirdParty.test(blockedUri) || !URL.canParse(blockedUri) || !/^(script|style)-/.test(violation.directive)))
  )
}

/** Returns the directive to add, such as `connect-src https://test.stytch.com`. */
export const directiveFor = ({ directive, blockedUri, text }: Violation, page: string): string => {
  const name = directive.replace(/-(elem|attr)$/, '')
  if (blockedUri === 'inline') return `${name} 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (!URL.canParse(blockedUri)) return `${name} ${blockedUri}${/^(data|blob)$/.test(blockedUri) ? ':' : ''}`
  const { origin, href } = new URL(blockedUri)
  const [host] = thirdParty.exec(href) ?? []
  return `${name} ${origin === new URL(page).origin ? "'self'" : (host ?? origin)}`
}

export const policy: Rule = (facts) => {
  const ours = facts.violations.filter((violation) => isOurs(violation, facts))
  const blocks = ours.filter((violation) => !isTrustedTypes(violation))
  const typeViolations = ours.filter(isTrustedTypes)
  const directives = [...new Set(blocks.map((violation) => directiveFor(violation, facts.url)))]
  return [
    ...finding(
      'csp.blocked',
      blocks.map(({ directive, blockedUri }) => `${directive} blocks ${blockedUri}`),
      'The page’s Content Security Policy blocks what the widget needs.',
      `Add to the policy: ${directives.join('; ')}. With a nonce, give it to the script tag too (\`nonce\`).`,
    ),
    ...finding(
      'csp.trusted_types',
      typeViolations.map(({ directive, sample, blockedUri }) => `${directive} blocks ${sample || blockedUri}`),
      'The page’s Trusted Types rules forbid the policy `latchkey`, with which the widget loads a third party’s script.',
      'Add to the policy: trusted-types latchkey.',
    ),
  ]
}
