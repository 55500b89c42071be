/** `{count, plural, =0 {none} one {# thing} other {# things}}` */
const block = /\{\w+\s*,\s*plural\s*,((?:\s*[=\w]+\s*\{[^{}]*\})+)\s*\}/g

const rules = (language: string) => {
  try {
    return new Intl.PluralRules(language)
  } catch {
    return new Intl.PluralRules()
  }
}

/**
 * Resolves the ICU plurals of a message, where `#` is the number. Takes the text for the
 * exact number, else for the number's category in `language` (BCP 47; the browser's own language if
 * it is not a language tag), else for `other`. Only the messages about a password's length and
 * complexity count anything, one number each.
 */
export const plural = (text: string, count: number, language: string): string =>
  text.replace(block, (whole, cases: string) => {
    const texts = new Map([...cases.matchAll(/([=\w]+)\s*\{([^{}]*)\}/g)].map(([, key, text]) => [key!, text!]))
    const category = rules(language).select(count)
    return (texts.get('=' + count) ?? texts.get(category) ?? texts.get('other') ?? whole).replaceAll('#', `${count}`)
  })
