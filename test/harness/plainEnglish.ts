/** The words of a widget with a `backend`, in one place: no test of such a page spells them. */
import { en, type Translation } from '../../src/strings/en.ts'
import { enPlain } from '../../src/strings/en-plain.ts'

export const plainEnglish: Translation = { ...en, ...enPlain }
