import { isLoopbackName } from '../../api/loopback.ts'

/** Returns whether a URL is one of this machine. */
export const isLoopback = (url: string): boolean => isLoopbackName(new URL(url).hostname)
