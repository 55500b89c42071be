/**
 * Returns a line for a terminal, of text that a page or a file of somebody else has chosen: what
 * could move the cursor, hide text or change its direction is shown as a question mark (control
 * characters of Unicode, category Cc, and those for embedding and isolation of UAX #9).
 */
export const terminalLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
