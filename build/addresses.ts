/**
 * Where the project can be found. package.json has the addresses, and everything else follows from
 * it: `npm run addresses` writes README.md, and the site asks here. An address that is not known
 * yet is missing there, and nothing is made up for it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './paths.ts'

/** What package.json says of the project. */
export interface Manifest {
  name: string
  version: string
  /**
   * The repository, as npm wants it:
   * `{ "type": "git", "url": "git+https://github.com/owner/latchkey.git" }`.
   */
  repository?: { url?: string }
  /** The site that `npm run docs` writes, with a slash at its end. */
  homepage?: string
  config: {
    /** A CDN that serves packages of npm below `/npm/`. */
    cdn: string
  }
}

export const manifest = (folder = root): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Returns the page of the repository on the web. */
export const repositoryOf = ({ repository }: Manifest): string | undefined => repository?.url?.replace(/^git\+/, '').replace(/\.git$/, '')

/** Returns the address at which a CDN of npm packages has `dist/embed/` of this version. */
export const embedOnCdn = ({ name, version, config }: Manifest): string => `${config.cdn}/npm/${name}@${version}/dist/embed/`

/** Lists what the owner has to give before a release, each as a sentence. */
export const missingFor = (package_: Manifest): string[] => [
  ...(repositoryOf(package_)
    ? []
    : ['`repository` in package.json: the address of the repository, which npm compares with the one that publishes.']),
  ...(package_.homepage ? [] : ['`homepage` in package.json: the address of the site, to which .github/workflows/pages.yml publishes.']),
]

/**
 * README.md with the addresses that are known, between `<!-- addresses -->` and the next empty
 * line.
 */
export const withAddresses = (readme: string, package_: Manifest): string => {
  const repository = repositoryOf(package_)
  const links = [
    package_.homepage && `[Website](${package_.homepage})`,
    package_.homepage && `[Playground](${new URL('playground/', package_.homepage).href})`,
    repository && `[Repository](${repository})`,
    repository && `[![Tests](${repository}/actions/workflows/ci.yml/badge.svg)](${repository}/actions/workflows/ci.yml)`,
  ].filter(Boolean)
  const line = links.length > 0 ? links.join(' · ') : 'To click through it, run `npm start` in a clone.'
  return readme
    .replace(/(<!-- addresses -->\n).*?(\n\n)/s, (_, start: string, end: string) => start + line + end)
    .replace(/(npx latchkey snippet --cdn )\S+/g, (_, start: string) => start + package_.config.cdn)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(root, 'README.md')
  writeFileSync(path, withAddresses(readFileSync(path, 'utf8'), manifest()))
}
