import { createLog, type Log } from './activity.ts'
import { basePath } from './base.ts'

/** The emulator's own routes, which no provider has. */
const own = '/_emulator/'

/** Returns the path of a URL below the playground. */
const pathOf = (url: string | URL) => {
  const { pathname } = new URL(url, location.href)
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
}

/**
 * Creates the log with this name of the calls that this page makes to the provider. Each is noted
 * when its answer arrives: method, path and status, without the query. Begin it before the first
 * call.
 */
export function createCallLog(name: string): Log {
  const log = createLog(name)
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? input : { url: input, method: 'GET' }
    const path = pathOf(request.url)
    const note = (kind: 'call' | 'failedCall', outcome: string) => {
      if (!path.startsWith(own)) log.note(kind, `${init?.method ?? request.method} ${path}`, undefined, outcome)
    }
    try {
      const response = await fetch(input, init)
      note(response.ok ? 'call' : 'failedCall', String(response.status))
      return response
    } catch (error) {
      note('failedCall', 'None')
      throw error
    }
  }
  return log
}
