/** Functions that a value may call. None of them can fetch anything. */
const functions = new Set('rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp'.split(' '))

/**
 * Stands in for the browser's `CSS` where there is none: whether a value can be written into a
 * style sheet. It knows no properties. It accepts words, numbers, colors, quoted names and the
 * functions above, so that no value can end a rule or fetch anything.
 */
export const CSS = {
  supports(_property: string, value: string): boolean {
    if (value.length >= 1000) return false
    // A carriage return or a form feed ends a string too, as an error (CSS Syntax, section 4.3.5).
    const bare = value.replace(/'[^'"\\<>\p{Cc}]*'|"[^'"\\<>\p{Cc}]*"/gu, ' name ')
    if (!/^[\w\s#%.,+*/()-]*$/.test(bare) || /\/\*|\*\//.test(bare)) return false
    if (![...bare.matchAll(/([\w-]*)\(/g)].every(([, name]) => !name || functions.has(name.toLowerCase()))) return false
    // A parenthesis that stays open takes in the end of the rule.
    let depth = 0
    for (const [sign] of bare.matchAll(/[()]/g)) {
      depth += sign === '(' ? 1 : -1
      if (depth < 0) return false
    }
    return depth === 0
  },
}

/**
 * Stands in for what nearly every browser has. Passkeys need the browser, so the form has only the
 * room of their button.
 */
export const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async (): Promise<boolean> => false })
