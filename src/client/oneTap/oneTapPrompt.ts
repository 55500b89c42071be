import { text } from '../../api/kinds.ts'
import { LatchkeySDKError } from '../../api/errors.ts'
import { navigate } from '../../browser/navigate.ts'
import { loadScript } from '../../browser/script.ts'
import type { ClientContext } from '../context.ts'
import { isTestToken } from '../calls/apiDomains.ts'

/** Options of Google's One Tap. */
export interface OneTapOptions {
  /**
   * Where a visitor who has an account goes: a redirect URL of the project. Default: the project's
   * default one.
   */
  login_redirect_url?: string
  /**
   * Where a new visitor goes: a redirect URL of the project. Default: the project's default one.
   */
  signup_redirect_url?: string
  /** Called when the visitor closes the prompt, but not when the prompt ends in another way. */
  onOneTapCancelled?(): void
  /** Whether a tap outside the prompt closes it. Default true. */
  cancel_on_tap_outside?: boolean
}

/** Whether the prompt is shown. */
export type OneTapOutcome =
  | {
      /** Whether the prompt is shown. */
      success: true
    }
  | {
      /** Whether the prompt is shown. */
      success: false
      /**
       * Why not: Google's reason (`user_cancel`, `opt_out_or_no_session`), `unknown_reason` if
       * Google gives none, or `oauth_config_not_found`, `fedcm_cannot_embed`, `aborted`, `backend`:
       * the prompt is the provider's, and your own server has none.
       */
      reason: string
    }

/**
 * Where Google's prompt shows: over the page (`floating`), or in it. `embedded` and
 * `floatingOrEmbedded` float in a browser with FedCM, which draws the prompt itself; `embeddedOnly`
 * shows no prompt there; `forceLegacyEmbedded` does not use FedCM.
 */
export type OneTapPosition = 'embedded' | 'floating' | 'embeddedOnly' | 'floatingOrEmbedded' | 'forceLegacyEmbedded'

/** If Google reports nothing about a prompt for this long, the prompt counts as shown, in ms. */
const SHOWN_AFTER = 1000

/**
 * Google's report about the prompt: the methods that are used here. In a browser with FedCM some of
 * them are missing.
 */
interface Moment {
  isDisplayed?(): boolean
  isNotDisplayed?(): boolean
  getNotDisplayedReason?(): string
  isSkippedMoment?(): boolean
  getSkippedReason?(): string
  isDismissedMoment?(): boolean
  getDismissedReason?(): string
}

/** Why the prompt is over, in Google's words. Undefined if it is not over. */
function endReason(moment: Moment): string | undefined {
  if (moment.isNotDisplayed?.()) return moment.getNotDisplayedReason?.() || 'unknown_reason'
  if (moment.isSkippedMoment?.()) return moment.getSkippedReason?.() || 'unknown_reason'
  if (moment.isDismissedMoment?.()) return moment.getDismissedReason?.() || 'unknown_reason'
}

interface GoogleId {
  initialize(options: object): void
  cancel(): void
  prompt(tell: (moment: Moment) => void): void
}

/**
 * Returns where the prompt appears, if it does (docs/internals/protocol.md#google-one-tap). A
 * browser with FedCM draws the prompt itself, and cannot embed it.
 */
export function placeOf(position: OneTapPosition = 'floating', fedcm: boolean): 'floating' | 'embedded' | 'nowhere' {
  if (position === 'floating') return 'floating'
  if (position === 'forceLegacyEmbedded' || !fedcm) return 'embedded'
  return position === 'embeddedOnly' ? 'nowhere' : 'floating'
}

/** Returns whether this browser has FedCM. An element with that id is no browser's API. */
const hasFedcm = () => typeof (window as { IdentityCredential?: unknown }).IdentityCredential === 'function'

/** Returns where the prompt appears in this browser. */
export const placeHere = (position?: OneTapPosition) => placeOf(position, hasFedcm())

/** Returns the options with which Google's script is set up. */
export const promptOptions = (
  client_id: string,
  place: 'floating' | 'embedded',
  position?: OneTapPosition,
  cancel_on_tap_outside = true,
) => ({
  client_id,
  auto_select: false,
  context: 'use',
  itp_support: true,
  use_fedcm_for_prompt: position !== 'forceLegacyEmbedded',
  cancel_on_tap_outside,
  ...(place === 'embedded' && { prompt_parent_id: 'google-parent-prompt', cancel_on_tap_outside: false }),
})

/** The options of a screen that shows the prompt. */
export interface PromptScreenOptions {
  /** Where the host wants the prompt. Default floating. */
  position?: OneTapPosition
  /** Removes the prompt, and ends its work. */
  signal?: AbortSignal
  /** The prompt is over without an account: it was closed, or never shown. */
  onClosed?(): void
  /** The visitor has chosen an account, and the page is about to go on. */
  onChosen?(): void
  /**
   * The visitor has chosen an account, but the provider refused it. There is also a warning on the
   * console.
   */
  onRefused?(error: unknown): void
}

/** How the provider sets up the prompt, and takes its result. */
interface OneTapService {
  /** Gets the project's Google client id. Empty or absent if the project has none. */
  start(): Promise<string | null | undefined>
  /**
   * Passes on the credential that Google has issued for the visitor. Resolves with the URL that the
   * page goes to next.
   */
  submit(credential: string): Promise<{ redirect_url: string } | null>
  /** Called when the prompt is over. */
  remove?(): void
}

/** The options that every prompt of Google's One Tap takes. */
export type PromptOptions = Pick<OneTapOptions, 'onOneTapCancelled' | 'cancel_on_tap_outside'>

/**
 * Shows Google's prompt, and sends the page on when the visitor has chosen an account. If the
 * prompt is not shown, the outcome has the reason; if it cannot be set up, the promise rejects. In
 * a browser with FedCM (W3C Federated Credential Management) Google reports only prompts that are
 * not shown, so the prompt counts as shown if nothing was reported for a second.
 */
export async function showPrompt(
  core: Pick<ClientContext, 'publicToken' | 'options' | 'warn'>,
  open: () => OneTapService,
  { onOneTapCancelled, cancel_on_tap_outside }: PromptOptions,
  { position, signal, onClosed, onChosen, onRefused }: PromptScreenOptions = {},
): Promise<OneTapOutcome> {
  const {
    publicToken,
    options: { endpoints, nonce },
  } = core
  const fedcm = hasFedcm()
  const place = placeHere(position)
  if (place === 'nowhere') return { success: false, reason: 'fedcm_cannot_embed' }
  const service = open()
  const remove = () => service.remove?.()
  signal?.addEventListener('abort', remove)
  try {
    const googleClientId = await service.start()
    if (!googleClientId) {
      remove()
      return { success: false, reason: 'oauth_config_not_found' }
    }
    // checked here, because a frame's answer has no declaration
    if (typeof googleClientId !== 'string') throw new LatchkeySDKError('Invalid response from our servers.', 'invalid_response')
    await loadScript((isTestToken(publicToken) && text(endpoints?.googleURL)) || 'https://accounts.google.com/gsi/client', nonce)
    const { id } = (window as unknown as { google: { accounts: { id: GoogleId } } }).google.accounts
    if (signal?.aborted) return { success: false, reason: 'aborted' }
    return await new Promise<OneTapOutcome>((settle) => {
      signal?.addEventListener('abort', () => {
        id.cancel()
        settle({ success: false, reason: 'aborted' })
      })
      let hasChosen = false
      const callback = async ({ credential }: { credential: string }) => {
        hasChosen = true
        settle({ success: true })
        onChosen?.()
        try {
          const redirect_url: unknown = (await service.submit(credential))?.redirect_url
          // the answer may only lead to http(s): `javascript:` would run in this page
          // (docs/decisions/README.md#every-url-from-outside-is-checked)
          if (typeof redirect_url !== 'string' || !/^https?:/i.test(redirect_url))
            throw new LatchkeySDKError('One Tap was answered with an address that is not http(s).', 'one_tap')
          if (!signal?.aborted) navigate(redirect_url)
        } catch (error) {
          if (signal?.aborted) return
          core.warn(`One Tap could not sign in: ${(error as Error).message}`)
          onRefused?.(error)
        }
        remove()
      }
      id.initialize({ ...promptOptions(googleClientId, place, position, cancel_on_tap_outside), callback })
      id.prompt((moment) => {
        const reason = endReason(moment)
        // a chosen account ends the prompt, too
        if (signal?.aborted || hasChosen || reason === 'credential_returned') return
        if (!reason) return moment.isDisplayed?.() && settle({ success: true })
        remove()
        settle({ success: false, reason })
        onClosed?.()
        // last, because the host's function may throw
        if (reason === 'user_cancel') onOneTapCancelled?.()
      })
      // with FedCM Google does not say that the prompt is there; `forceLegacyEmbedded` does not use
      // FedCM
      if (fedcm && position !== 'forceLegacyEmbedded') setTimeout(() => settle({ success: true }), SHOWN_AFTER)
    })
  } catch (cause) {
    remove()
    const { error_type, message } = cause as { error_type?: string; message?: string }
    throw new LatchkeySDKError(
      `One Tap could not load: ${error_type && error_type !== 'unknown_error' ? error_type : message}`,
      'one_tap',
      cause,
    )
  }
}
