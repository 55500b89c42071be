/**
 * Files that dist/embed/, a folder that hosts copy, has anyway: other entries import them from
 * there. A host's bundler follows such an import like any other. An entry that is built without
 * dist/embed/ keeps its own copies.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dist } from './paths.ts'
import { languageInParts, partNames, otherLocales } from './words.ts'

const embed = join(dist, 'embed/c')
const text = (path: string) => readFile(path, 'utf8')

/**
 * These files import nothing, so their names have the hash of their own code, and the same name in
 * another build is the same file. Further logos and the manifest of consent are alike, but the
 * longer path to them would be in a first screen.
 */
const SHARED = /^(callingCodes\dx|numbers|sha256)\.[0-9a-f]{8}\.js$/

const takeFromEmbed = async (folder: string) => {
  const chunks = join(dist, folder, 'c')
  if (!existsSync(chunks)) return
  const files = await readdir(chunks)
  const copies: string[] = []
  for (const file of files.filter((name) => SHARED.test(name))) {
    if (!existsSync(join(embed, file)) || (await text(join(embed, file))) !== (await text(join(chunks, file)))) continue
    copies.push(file)
    await rm(join(chunks, file))
  }
  for (const file of files.filter((name) => !copies.includes(name))) {
    const before = await text(join(chunks, file))
    const after = copies.reduce((code, name) => code.replaceAll(`./${name}`, `../../embed/c/${name}`), before)
    if (after !== before) await writeFile(join(chunks, file), after)
  }
}

const takeWordsFromEmbed = async () => {
  const folder = join(dist, 'strings/parts')
  const [, hash] = /\bwidget\.fr\.([0-9a-f]{8})\.js/.exec((await readdir(embed)).join()) ?? []
  if (!hash || !existsSync(folder)) return
  for (const locale of otherLocales) {
    if (!existsSync(join(folder, `${locale}.js`))) continue
    await writeFile(
      join(folder, `${locale}.js`),
      languageInParts(locale, (part) => `../../embed/c/${part}.${locale}.${hash}.js`),
    )
    for (const part of partNames) await rm(join(folder, `${part}.${locale}.js`), { force: true })
  }
}

/** Removes the copies from dist/. */
export const keepOneCopy = async (): Promise<void> => {
  if (!existsSync(embed)) return
  for (const folder of ['react', 'compat']) await takeFromEmbed(folder)
  await takeWordsFromEmbed()
}
