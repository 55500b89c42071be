/** Whether a URL is one of this machine. */
export const isLoopback = (url: string): boolean => /(^|\.)localhost$|^127\.|^\[::1]$/.test(new URL(url).hostname)
