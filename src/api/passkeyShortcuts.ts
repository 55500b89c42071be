import type { CallRules } from './call.ts'

/** The checks of a host's options, before a passkey is created without a question. */
export const upgradeRules: CallRules = {
  method: 'webauthn.upgrade',
  needs: { domain: 'string?', session_duration_minutes: 'number?', signal: 'object?' },
}

/** The checks of a host's options, before a log-in with a passkey that the device has. */
export const immediateRules: CallRules = {
  method: 'webauthn.authenticateImmediately',
  needs: { domain: 'string?', session_duration_minutes: 'number', signal: 'object?' },
}
