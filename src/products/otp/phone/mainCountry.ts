/**
 * Returns a function that finds the country of a calling code until more digits are
 * known: the United States for 1. It returns undefined if no country has the code.
 */
export const mainCountryIn = (callingCodes: Record<string, string>) => (code: string) =>
  Object.keys(callingCodes).find((country) => callingCodes[country] === code)
