import { LatchkeyAPIError, LatchkeyAPIUnreachableError } from '../api/errors.ts'
import { after } from './timer.ts'

/** The provider's page of services, which works on its own origin in a frame that nobody sees (wire.md 2.6). */
export interface ServiceFrame {
  /** Asks for a service, once the frame is there. Rejects with a typed error: the service's own, or that there was no answer in time. */
  call<Result>(method: string, request: object): Promise<Result>
  /** Takes it away; who still waits for an answer is told that there is none. */
  remove(): void
}

/**
 * Opens the frame. A request goes to its exact origin, and its answer comes on a port that nobody else was given: no message of any other window counts.
 * `patience` is in ms, as {@link after} has it.
 */
export function openFrame(url: string, patience?: number): ServiceFrame {
  const frame = document.createElement('iframe')
  const loaded = new Promise<unknown>((done) => frame.addEventListener('load', done))
  frame.style.cssText = 'position:absolute;width:0;height:0;border:0'
  frame.hidden = true
  // the page's address may hold a token
  frame.referrerPolicy = 'strict-origin'
  frame.src = url
  document.body.append(frame)
  const removed = new AbortController()
  return {
    call<Result>(method: string, request: object) {
      const { port1, port2 } = new MessageChannel()
      let timer: ReturnType<typeof setTimeout> | undefined
      return new Promise<Result>((resolve, reject) => {
        const unreachable = () => reject(new LatchkeyAPIUnreachableError('Unable to contact our servers.'))
        timer = after(patience, unreachable)
        removed.signal.addEventListener('abort', unreachable)
        port1.onmessage = ({ data }) => {
          if (data?.success) resolve(data.payload as Result)
          else reject(LatchkeyAPIError.from(data?.error))
        }
        loaded
          .then(() => frame.contentWindow!.postMessage({ method, args: [request] }, new URL(url, location.href).origin, [port2]))
          .catch(unreachable)
      }).finally(() => {
        clearTimeout(timer)
        port1.close()
      })
    },
    remove() {
      frame.remove()
      removed.abort()
    },
  }
}
