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
 * A message with its ICU plurals decided, `#` being the number: by the exact number, else by the category that it has in `language` (BCP 47; the browser's
 * own where that is no language tag), else by `other`. Only the two messages about a password's length and make-up count anything, one number each.
 */
export const plural = (text: string, count: number, language: string): string =>
  text.replace(block, (whole, cases: string) => {
    const texts = new Map([...cases.matchAll(/([=\w]+)\s*\{([^{}]*)\}/g)].map(([, key, text]) => [key!, text!]))
    const category = rules(language).select(count)
    return (texts.get('=' + count) ?? texts.get(category) ?? texts.get('other') ?? whole).replaceAll('#', `${count}`)
  })
