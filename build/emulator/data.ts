/**
 * What replaces large parts of packages in the built emulator (entries.ts), which answers
 * the same without the rest of them.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A rarer password is weak without a list: the emulator refuses it all the same. */
const MOST_COMMON = 10_000

/** The lowest score of passwords that the emulator accepts. */
const ENOUGH = 3

/** The least length of a password with that score: guesses are at most 10 to the power of it. */
const LEAST_LENGTH = 9

/**
 * Returns the most common passwords, and those of the rest that would count as strong if the
 * emulator did not know them.
 */
export const knownPasswords = (): string[] => {
  const all = dictionary['passwords-common'].map(String)
  const most = all.slice(0, MOST_COMMON)
  const judge = new ZxcvbnFactory({ dictionary: { ...dictionary, 'passwords-common': most }, graphs: adjacencyGraphs })
  return [...most, ...all.slice(MOST_COMMON).filter((password) => password.length >= LEAST_LENGTH && judge.check(password).score >= ENOUGH)]
}

/** Returns the module that replaces the list of passwords. */
export const commonPasswords = async (): Promise<string> => `export default ${JSON.stringify(knownPasswords().join('\n'))}.split('\\n')`
