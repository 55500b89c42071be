/** Functions that a value may call. None of them can fetch anything. */
const functions = new Set('rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp'.split(' '))

/**
 * Stands in for the browser's `CSS` where there is none: whether a value can be written into a style sheet. It knows no properties. It accepts words, numbers, colors, quoted names and
 * the functions above, so that no value can end a rule or fetch anything.
 */
export const CSS = {
  supports: (_property: string, value: string): boolean =>
    value.length < 1000 &&
    /^(?:[\w\s#%.,+*/()-]|'[^'"\\<>\n]*'|"[^'"\\<>\n]*")*$/.test(value) &&
    !/\/\*|\*\//.test(value) &&
    [...value.matchAll(/([\w-]*)\(/g)].every(([, name]) => !name || functions.has(name.toLowerCase())) &&
    (value.match(/\(/g) ?? []).length === (value.match(/\)/g) ?? []).length,
}

/** Stands in for what nearly every browser has. Passkeys need the browser, so the form has only the room of their button. */
export const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async (): Promise<boolean> => false })
