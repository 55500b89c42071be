import { furtherPlainWords } from '../widget/furtherPlainWords.ts'
import { plainWords } from '../widget/plainWords.ts'
import type { Strings } from '../widget/messages.ts'

/**
 * English in Latchkey's own words: "Wrong email or password. Try again." instead of "Unauthorized
 * credentials." It has only the texts that differ from the built-in ones, which are the provider's.
 * A widget with a `backend` speaks it by default. Elsewhere pass it as `strings` where the widget
 * speaks English, because `strings` takes precedence over `language`.
 */
export const enPlain = { lang: 'en', dir: 'ltr', ...plainWords, ...furtherPlainWords } as const satisfies Strings

export default enPlain
