/**
 * Whether an option is of another kind than it should be: a list, or an object, as all options that
 * end in `Options` and the JSON itself are. `null` is allowed. The table of kinds would weigh more
 * on the first screen; `test/ui/host/optionKinds.test.ts` checks that this agrees with it.
 */
const isWrong = (name: string, value: unknown) =>
  value !== null &&
  (/^(products|methods|providers)$/.test(name)
    ? !Array.isArray(value)
    : /^$|Options$/.test(name) && (Array.isArray(value) || typeof value !== 'object'))

/**
 * Parses the JSON of an attribute; an absent attribute gives an empty object. Throws the parser's
 * error, or one that has the name of an option of the wrong kind.
 */
export const parseJsonAttribute = (text: string | null | undefined) =>
  JSON.parse(text || '{}', (name, value) => {
    if (isWrong(name, value)) throw new Error(`${name || 'It'} is of the wrong kind`)
    return value
  })
