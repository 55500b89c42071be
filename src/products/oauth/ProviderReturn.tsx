import { useEffect, useState } from 'react'
import { withoutToken } from '../../client/url/stripToken.ts'
import { safeDocument } from '../../browser/safeDocument.ts'
import { useUi } from '../../ui/context.ts'
import sheet from '../../ui/looks/kit.css'
import { useSheet } from '../../ui/looks/sheets.ts'
import { words as kitWords } from '../../ui/words/kitWords.ts'
import { useWords } from '../../ui/words/translator.ts'
import { isolate, plainText, withIsolates } from '../../ui/words/untrustedText.ts'
import { words as returnWords } from './returnWords.ts'

const words = { ...kitWords, ...returnWords }

/**
 * The message for each `error` in the URL: those of OAuth (RFC 6749, section 4.1.2.1), what
 * providers call a cancel, and what Better Auth says. Any other is `oauth.return.failed`.
 */
const messages: Partial<Record<keyof typeof words, string>> = {
  'oauth.return.cancelled':
    'access_denied user_denied user_cancelled user_canceled user_cancelled_login user_cancelled_authorize consent_declined',
  'oauth.return.expired': 'state_not_found state_mismatch state_invalid please_restart_the_process payload_expired',
  'oauth.return.notLinked': 'account_not_linked',
  'oauth.return.noEmail': 'email_not_found email_is_missing',
  'error.signUpDisabled': 'signup_disabled new_user_signup_disabled',
  'error.logInNotAllowed': 'banned banned_user forbidden',
  'error.emailNotVerified': 'email_not_verified',
}

const messageOf = (error: string): keyof typeof words =>
  (Object.keys(messages) as (keyof typeof words)[]).find((id) => messages[id]!.split(' ').includes(error.toLowerCase())) ||
  'oauth.return.failed'

/** Returns whether a part of a query says why a log-in failed. */
const isReason = (pair: string) => /^error(_description|_uri|_reason|_code)?=/.test(pair)

/**
 * Says why a log-in with another provider has failed, if it began in this browser, and removes the
 * reason from the page's URL.
 */
export function ProviderReturn({ nameOf }: { nameOf: (type: string) => string }) {
  const ui = useUi()
  const t = useWords(words)
  const [failure, setFailure] = useState<{ id: keyof typeof words; provider: string }>()
  useSheet(sheet)
  const explain = async () => {
    const query = new URLSearchParams(location.search)
    const [error, error_description] = ['error', 'error_description'].map((name) => plainText(query.get(name)))
    // the second time in StrictMode, nothing is left
    const provider_type = error && (await ui.core.proofKeys()).takeProvider('oauth')
    if (!provider_type) return
    try {
      history.replaceState(history.state, '', withoutToken(safeDocument.URL, isReason))
    } catch {
      // Safari refuses more than 100 in 30 s
    }
    const id = messageOf(error)
    if (id !== 'oauth.return.cancelled') console.warn(`[Latchkey] ${provider_type} did not log in: ${error} ${error_description}`)
    ui.emit('OAUTH_NOT_COMPLETED', { provider_type, error, error_description: error_description! })
    await (await ui.kit.load()).fetchLaterWords(ui)
    setFailure({ id, provider: nameOf(provider_type) })
  }
  useEffect(() => void explain().catch(reportError), [])
  return (
    <div role="status">
      {failure && (
        <div className={failure.id !== 'oauth.return.cancelled' ? 'lk-message' : ui.look ? 'lk-message lk-info' : 'lk-helper'}>
          {ui.look && (
            <svg className="lk-i" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18m0 4.5v5m0 3.5v.01" />
            </svg>
          )}
          <div>{withIsolates(t(failure.id, { provider: isolate(failure.provider) }))}</div>
        </div>
      )}
    </div>
  )
}
