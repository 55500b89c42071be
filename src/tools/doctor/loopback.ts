import { isLoopbackName } from '../../api/loopback.ts'

/** Whether a URL is one of this machine. */
export const isLoopback = (url: string): boolean => isLoopbackName(new URL(url).hostname)
