import { isLoopback } from '../api/loopback.ts'

/** Returns a URL of http or https. Throws a TypeError for anything else. */
export const serverUrl = (text: string, name: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`${name} is not a URL of http or https: ${JSON.stringify(text)}`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    console.warn(`[latchkey] Anybody on the way reads what is sent to ${url.origin}: use https.`)
  return url
}
