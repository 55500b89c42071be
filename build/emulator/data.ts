/** What takes the place of large parts of packages in the built emulator (entries.ts), which answers the same without the rest of them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { root } from '../paths.ts'

/** A rarer password is weak without a list: the emulator refuses it all the same. */
const MOST_COMMON = 10_000

/** The lowest score of passwords that the emulator accepts. */
const ENOUGH = 3

/** Returns the most common passwords, and those of the rest that would count as strong if the emulator did not know them. */
export const knownPasswords = (): string[] => {
  const all = dictionary['passwords-common'].map(String)
  const most = all.slice(0, MOST_COMMON)
  const judge = new ZxcvbnFactory({ dictionary: { ...dictionary, 'passwords-common': most }, graphs: adjacencyGraphs })
  return [...most, ...all.slice(MOST_COMMON).filter((password) => judge.check(password).score >= ENOUGH)]
}

/** The module that takes the place of the list of passwords. */
export const commonPasswords = async (): Promise<string> => `export default ${JSON.stringify(knownPasswords().join('\n'))}.split('\\n')`

/** A country's formats in a row of libphonenumber-js's metadata: they tell how to write a number, not whether it is valid. */
const FORMATS = 4

type Row = unknown[]

/** The module that takes the place of the rules for phone numbers. */
export const phoneRules = async (): Promise<string> => {
  const file = join(root, 'node_modules/libphonenumber-js/metadata.max.json')
  const metadata = JSON.parse(await readFile(file, 'utf8')) as { countries: Record<string, Row> }
  for (const row of Object.values(metadata.countries)) row[FORMATS] = 0
  return `export default ${JSON.stringify(metadata)}`
}
