import type { ErrorCode } from './errorCodes.ts'

const codes = {
  passkey_aborted: true,
  passkey_cancelled: true,
  passkey_domain: true,
  passkey_registered: true,
  passkey_unreadable: true,
  passkeys_unsupported: true,
} satisfies { [Code in ErrorCode]?: true }

/** The code of what went wrong in a passkey ceremony. */
export type PasskeyErrorCode = keyof typeof codes

/** Returns whether an error is of a passkey ceremony. */
export const isPasskeyError = (error: unknown): boolean => Object.hasOwn(codes, (error as { code?: string } | undefined)?.code ?? '')
