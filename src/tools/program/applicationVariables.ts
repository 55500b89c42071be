/**
 * Finds the environment variables from which an application reads its project, whatever it calls
 * them: `VITE_STYTCH_PUBLIC_TOKEN`, `PROJECT_SECRET`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variables that a command finds in any case. An application's own names stand for these. */
export type OwnVariable = 'STYTCH_PROJECT_ID' | 'STYTCH_SECRET' | 'STYTCH_PUBLIC_TOKEN' | 'STYTCH_BASE_URL'

const read =
  /(?:\bprocess\.env|\bimport\.meta\.env|\bBun\.env|\benv)(?:\.|\[\s*['"])([A-Z][A-Z0-9_]*)|\bDeno\.env\.get\(\s*['"]([A-Z][A-Z0-9_]*)/g
const definition = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm

/** Returns the names of environment variables that a file reads, or that an `.env` file sets. */
export const namesIn = (file: string, text: string): string[] =>
  [...text.matchAll(/(^|\/)\.env[\w.-]*$/.test(file) ? definition : read)].map(([, name, other]) => name ?? other!)

/** What frameworks put in front of a variable so that pages get it. */
const frameworks = '(?:NEXT_PUBLIC_|NUXT_PUBLIC_|NUXT_|EXPO_PUBLIC_|VITE_|PUBLIC_|REACT_APP_|VUE_APP_|NG_APP_|GATSBY_|STORYBOOK_)?'

/** Words in a name that say of which project of the provider it is, and not of what else. */
const ofProject = '(?:(?:B2B|B2C|CONSUMER|TEST|LIVE|DEV|PROD|STAGING|LOCAL|SANDBOX|PROJECT|PUBLIC|API|SDK|CUSTOM|BASE)_)*'

/**
 * What names stand for. A name either has the provider's own in it, or is one of the three in its
 * documentation, alone or after the prefix of a framework.
 */
const meanings: readonly { variable: OwnVariable; ending: string; alone?: string }[] = [
  { variable: 'STYTCH_PUBLIC_TOKEN', ending: 'TOKEN', alone: 'PUBLIC_TOKEN' },
  { variable: 'STYTCH_SECRET', ending: 'SECRET(?:_KEY)?', alone: 'PROJECT_SECRET' },
  { variable: 'STYTCH_PROJECT_ID', ending: 'PROJECT(?:_ID)?', alone: 'PROJECT_ID' },
  { variable: 'STYTCH_BASE_URL', ending: '(?:URL|DOMAIN)' },
]
const patterns = meanings.map(({ variable, ending, alone }) => ({
  variable,
  name: new RegExp(`^(?:[A-Z0-9]+_)*STYTCH_${ofProject}${ending}$${alone ? `|^${frameworks}${alone}$` : ''}`),
}))

/**
 * Maps these names, our own included, to their meaning. `PROJECT_ID` counts only beside a name that
 * is the provider's, because by itself it may be another service's.
 */
export const standFor = (names: Iterable<string>): Map<string, OwnVariable> => {
  const matches = [...new Set(names)].sort().flatMap((name): [string, OwnVariable][] => {
    const meaning = patterns.find((pattern) => pattern.name.test(name))
    return meaning ? [[name, meaning.variable]] : []
  })
  const isSure = ([name]: [string, OwnVariable]) => /STYTCH|PROJECT_SECRET|PUBLIC_TOKEN/.test(name)
  return new Map(matches.some(isSure) ? matches : [])
}

const foldersToSkip = /^(?:node_modules|dist|build|out|coverage|public|test|tests|\..*)$/
const source = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$|^\.env[\w.-]*$/

/** How many files are looked at, so that a large folder does not delay the start. */
const MOST = 2000

/** Maps the environment variables that the files in a folder read to what they stand for. */
export const variablesReadIn = (folder: string): Map<string, OwnVariable> => {
  let budget = MOST
  const names: string[] = []
  const folders = [folder]
  for (let at = folders.shift(); at !== undefined && budget > 0; at = folders.shift()) {
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name)
        if (entry.isDirectory() && !foldersToSkip.test(entry.name)) folders.push(path)
        if (entry.isFile() && source.test(entry.name) && budget-- > 0) names.push(...namesIn(entry.name, readFileSync(path, 'utf8')))
      }
    } catch {
      // what cannot be read says nothing
    }
  }
  return standFor(names)
}
