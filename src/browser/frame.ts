import { LatchkeyAPIError, LatchkeyAPIUnreachableError } from '../api/errors.ts'
import { after } from './timer.ts'
import { safeDocument } from './safeDocument.ts'

/**
 * The provider's service page, which runs on the provider's origin in a hidden frame
 * (docs/internals/protocol.md#the-page-of-services).
 */
interface ServiceFrame {
  /**
   * Calls a service as soon as the frame has loaded. Rejects with a typed error: the service's own,
   * or `unreachable` if there was no answer in time.
   */
  call<Result>(method: string, request: object): Promise<Result>
  /** Removes the frame. Pending calls reject as `unreachable`. */
  remove(): void
}

/**
 * Opens the frame. A request goes to the exact origin of the frame, and its answer comes through a
 * port of its own, so no other window can forge one. `patience` is the time limit in ms, as in
 * {@link after}.
 */
export function openFrame(url: string, patience?: number): ServiceFrame {
  const frame = safeDocument.createElement('iframe')
  const load = new Promise<unknown>((resolve) => frame.addEventListener('load', resolve))
  frame.style.cssText = 'position:absolute;width:0;height:0;border:0'
  frame.hidden = true
  // the page's URL may contain a token
  frame.referrerPolicy = 'strict-origin'
  frame.src = url
  safeDocument.body.append(frame)
  const removal = new AbortController()
  return {
    call<Result>(method: string, request: object) {
      const { port1, port2 } = new MessageChannel()
      let timer: ReturnType<typeof setTimeout> | undefined
      return new Promise<Result>((resolve, reject) => {
        const unreachable = () => reject(new LatchkeyAPIUnreachableError('Unable to contact our servers.'))
        timer = after(patience, unreachable)
        removal.signal.addEventListener('abort', unreachable)
        port1.onmessage = ({ data }) => {
          if (data?.success) resolve(data.payload as Result)
          else reject(LatchkeyAPIError.from(data?.error))
        }
        load
          .then(() => frame.contentWindow!.postMessage({ method, args: [request] }, new URL(url, location.href).origin, [port2]))
          .catch(unreachable)
      }).finally(() => {
        clearTimeout(timer)
        port1.close()
      })
    },
    remove() {
      frame.remove()
      removal.abort()
    },
  }
}
