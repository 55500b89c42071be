/**
 * The events that the provider's elements dispatch since its SDK 6. They do not bubble, and leave a
 * shadow root.
 */
import type { Callbacks, StytchEvent } from './types.ts'

/** Something has happened on a screen. */
export class StytchDOMEvent<Happened extends StytchEvent = StytchEvent> extends Event {
  /** What has happened: `OTP_AUTHENTICATE`. */
  readonly stytchEventType: Happened['type']
  /** What the provider answered, without the tokens of the session. */
  readonly stytchEventData: Happened['data']

  constructor({ type, data }: Happened) {
    super('stytch-event', { composed: true })
    this.stytchEventType = type
    this.stytchEventData = data
  }
}

/**
 * Returns callbacks that also dispatch events on an element. `element` is asked when something
 * happens, because the callbacks are there before it is.
 */
export const alsoDispatched = (callbacks: Callbacks | undefined, element: () => Element | undefined): Callbacks => ({
  onEvent(event) {
    const { session_token, session_jwt, ...data } = event.data as { session_token?: string; session_jwt?: string }
    element()?.dispatchEvent(new StytchDOMEvent({ ...event, data } as StytchEvent))
    callbacks?.onEvent?.(event)
  },
  onError(error) {
    element()?.dispatchEvent(Object.assign(new Event('stytch-error', { composed: true }), { error }))
    callbacks?.onError?.(error)
  },
})
