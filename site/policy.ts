/**
 * Returns the Content Security Policy of a page of the site: no inline script or style, nothing
 * from elsewhere, and no HTML from strings. `further` has what the page loads besides, and
 * `trustedTypes` the names of the policies of Trusted Types that it creates; default: none.
 */
export const policyOf = (further: readonly string[], trustedTypes = "'none'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    ...further,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')
