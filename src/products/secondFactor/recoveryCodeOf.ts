import { visibleText } from '../../api/emailAddress.ts'
import { plainDigits } from '../../ui/fields/plainDigits.ts'

/** The bullet, the box or the number that a code has in a list. */
const marker = /^(?:[-*•·\p{So}]\s*|\(?#?\d{1,2}\s*[.):]\s*|\d{1,2}\s+(?=\S+$))/u

/**
 * Returns the recovery code in a text that a visitor has kept in a list or a document. Its case
 * stays, because it counts on some servers.
 */
export const recoveryCodeOf = (text: string): string =>
  plainDigits(visibleText(text))
    .replace(/\s*\p{Pd}\s*/gu, '-')
    .replace(marker, '')
    .replace(/^["'“„«]+|["'”“»,;.]+$/g, '')
