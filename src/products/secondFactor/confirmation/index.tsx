import type { ConsumerClient } from '../../../client/ConsumerClient.ts'
import { coreKey } from '../../../client/core.ts'
import { confirmedAt } from '../../../api/confirmedAt.ts'
import { safeDocument } from '../../../browser/safeDocument.ts'
import { ownOptions } from '../../../api/ownProperties.ts'
import type { Confirmed, ConfirmationOptions } from '../../../ui/host/config.ts'
import { canceled } from './prove.ts'

export { ConfirmDialog } from './ConfirmDialog.tsx'

/** How long the browser may take to go back, in ms. A page may have replaced its history. */
const LONGEST = 2000

/**
 * Waits for a dialog, which the browser's back button closes, too. `show` gets the function that
 * the dialog calls when it is done.
 */
export async function askIn(show: (done: (error?: unknown) => void) => void): Promise<void> {
  let onBack: (() => void) | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      // the page's own state stays, so that its router sees the page where it is
      history.pushState({ ...history.state, latchkey: true }, '')
      onBack = () => reject(canceled())
      addEventListener('popstate', onBack)
      show((error) => (error ? reject(error) : resolve()))
    })
  } finally {
    removeEventListener('popstate', onBack!)
    // not if the visitor has gone back, or the page has gone on in the meantime
    if (history.state?.latchkey)
      await new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true })
        setTimeout(resolve, LONGEST)
        history.back()
      })
  }
}

/** A client that can mount the screen which shows the dialog. */
export interface ConfirmingClient extends Pick<ConsumerClient, typeof coreKey> {
  mountSecondFactor(props: { elementId: Element; confirmation: { done: (error?: unknown) => void } }): { unmount(): void }
}

/** The dialogs that are open, of which each client has one. */
const open = new WeakMap<object, Promise<void>>()

/**
 * Makes sure that the user who is signed in has proved who they are in the last minutes. Rejects if
 * nobody is signed in, and if they do not.
 */
export async function confirm(client: ConfirmingClient, options?: ConfirmationOptions): Promise<Confirmed> {
  const { maxAgeMinutes = 5, ...props } = ownOptions(options ?? {})
  const core = client[coreKey]
  // the age counts to the last check, by the server's clock, so that must be new
  const life = await core.life()
  await life.confirm(undefined, 1000)
  // rejects, as the call of the host's would
  if (!core.status.now.session) await life.authenticate()
  const session = core.status.now.session!
  const age = Date.parse(session.last_accessed_at) - Date.parse(confirmedAt(session))
  const ask = async () => {
    const element = safeDocument.createElement('div')
    // only the dialog in it shows
    element.style.cssText = 'position: fixed; visibility: hidden'
    safeDocument.body.append(element)
    let mounted: { unmount(): void } | undefined
    try {
      await askIn((done) => (mounted = client.mountSecondFactor({ ...props, elementId: element, confirmation: { done } })))
    } finally {
      mounted?.unmount()
      element.remove()
      open.delete(core)
    }
  }
  if (!(age < maxAgeMinutes * 60_000)) {
    if (!open.has(core)) open.set(core, ask())
    await open.get(core)
  }
  return { confirmedAt: confirmedAt(core.status.now.session!) }
}
