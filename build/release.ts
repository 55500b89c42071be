/**
 * `npm run release -- --dry` does everything that comes before a release: it builds, checks the
 * package and its budgets, packs it into .cache/release/, writes the notes from CHANGELOG.md beside
 * it, and says what the owner still has to give. Without `--dry`, as in
 * .github/workflows/release.yml, it fails if something is missing. `--tag v1.2.3` has to be the
 * version. Publishing itself is the workflow's part, because only that can prove to npm who
 * publishes.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { embedOnCdn, manifest, missingFor } from './addresses.ts'
import { root } from './paths.ts'

/**
 * Returns the section of a version in a changelog, without its heading. Undefined if there is none.
 */
export const notesOf = (changelog: string, version: string): string | undefined =>
  changelog
    .split(/^(?=## )/m)
    .find((section) => section.startsWith(`## ${version}\n`))
    ?.replace(/^.*\n/, '')
    .trim() || undefined

/**
 * Returns the documents, by path, that say of this version that it is not published. A release
 * would publish that sentence.
 */
export const staleDocuments = (documents: Record<string, string>): string[] =>
  Object.keys(documents).filter((path) => /\bnot\s+(?:published|on\s+npm)\s+yet\b/.test(documents[path]!))

const hostDocuments = () =>
  ['README.md', 'CHANGELOG.md', ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`)].map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ])

const run = (step: string, ...command: string[]) => {
  console.log(`\n${step}`)
  const { status } = spawnSync('npm', command, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${step} npm ${command.join(' ')} failed.`)
}

function release() {
  const { values } = parseArgs({ options: { dry: { type: 'boolean' }, tag: { type: 'string' } } })
  const own = manifest()
  if (values.tag !== undefined && values.tag !== `v${own.version}`)
    throw new Error(
      `The tag ${values.tag} is not v${own.version}, the version of package.json. Run npm version, and push the tag that it makes.`,
    )
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), own.version)
  if (!notes) throw new Error(`CHANGELOG.md has no section "## ${own.version}". Write what hosts notice.`)
  const missing = [
    ...missingFor(own),
    ...staleDocuments(Object.fromEntries(hostDocuments())).map(
      (path) => `${path} says that this version is not published yet: take that out.`,
    ),
  ]
  if (missing.length > 0 && !values.dry) throw new Error(`Before a release, add:\n${missing.join('\n')}`)

  run('Build.', 'run', '-s', 'build')
  run('Budgets.', 'run', '-s', 'size')
  run(
    'The package: publint, types for every consumer, hashes, notices.',
    'test',
    '--',
    '--all',
    'test/package.matrix',
    'test/notices',
    'test/tools/snippet',
  )

  const folder = join(root, '.cache/release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('Pack.', 'pack', '--ignore-scripts', '--pack-destination', folder)
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  for (const file of ['sbom.cdx.json', 'sri.json']) copyFileSync(join(root, 'dist', file), join(folder, file))

  console.log(`\n.cache/release/ has ${readdirSync(folder).join(', ')}.`)
  console.log(`After the release, a CDN has the script tag at ${embedOnCdn(own)}embed.js`)
  console.log(
    `\nThe owner's part:\n${[
      ...missing,
      'On npm: an account that owns the name, and this repository as a trusted publisher (workflow release.yml, environment npm).',
      `Then: git tag v${own.version}, and push it.`,
    ]
      .map((line) => `- ${line}`)
      .join('\n')}`,
  )
}

if (process.argv[1]?.endsWith('release.ts')) {
  try {
    release()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
