/** Encodes bytes, at most a few thousand, as base64 (RFC 4648, section 4). */
export const base64 = (fromBase64: Uint8Array): string => btoa(String.fromCharCode(...fromBase64))

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export const base64url = (bytes: Uint8Array): string => base64(bytes).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] || '')

/** Decodes base64 or base64url, padded or not. Throws if the text is neither. */
export const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
