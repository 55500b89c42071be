/**
 * Returns whether a host, by default that of this page, is the visitor's own machine, where
 * browsers accept `Secure` cookies only in part, and where no stranger writes into it.
 */
export const isLoopback = (hostname = location.hostname): boolean => /^(localhost|127\.[\d.]+|\[::1])$/.test(hostname)

/** Does the same for a developer's tools, which also know names such as `app.localhost`. */
export const isLoopbackName = (hostname: string): boolean => isLoopback(hostname.replace(/^.+\.(?=localhost$)/, ''))
