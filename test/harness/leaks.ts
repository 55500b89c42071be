/**
 * Six digits can be in a longer number or an id by chance. A text of this many letters and digits
 * is not.
 */
const UNMISTAKABLE = 12

/**
 * The secrets that a text has. A short one, such as a code, counts only where no letter or digit is
 * next to it.
 */
export const leaksIn = (text: string, secrets: Iterable<string>): string[] => {
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u))
  return [...secrets].filter((secret) =>
    secret.length < UNMISTAKABLE && /^[\p{L}\p{N}]+$/u.test(secret) ? words.has(secret) : text.includes(secret),
  )
}
