import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { languageFiles } from '../../../build/plugins/languageFiles.ts'
import { bundleFiles } from '../bundleFiles.ts'

const project = {
  'src/index.ts': "export const language = () => import('./widget/language.ts')",
  'src/widget/language.ts': "export { wordDigests } from './wordDigests.ts'",
  'src/widget/wordDigests.ts': 'export const wordDigests = {}',
}
const options = { chunkFileNames: 'c/language.01234567.js' }
const words = { fr: { widget: 'export default`login.title=Bonjour`', 'otp-later': 'export default`passcode.title=Code`' } }
const digest = (text: string) => createHash('sha256').update(text).digest('base64')

test('words lie beside the chunk that loads them, which contains their hashes', async () => {
  const code = await bundleFiles(project, languageFiles(words, []), options)
  assert.is(code['c/widget.fr.01234567.js'], words.fr.widget)
  assert.is(code['c/otp-later.fr.01234567.js'], words.fr['otp-later'])
  const list = code['c/words.fr.01234567.js']!
  assert.is(list, `export default${JSON.stringify({ 'otp-later': digest(words.fr['otp-later']) })}`)
  assert.match(code['c/language.01234567.js']!, digest(words.fr.widget))
  assert.match(code['c/language.01234567.js']!, digest(list))
})

test('a changed word changes the chunk', async () => {
  const chunk = async (text: string) =>
    (await bundleFiles(project, languageFiles({ fr: { ...words.fr, 'otp-later': text } }, []), options))['c/language.01234567.js']
  assert.is(await chunk('export default`a`'), await chunk('export default`a`'))
  assert.is.not(await chunk('export default`a`'), await chunk('export default`b`'))
})

test('words without such a chunk are an error', async () => {
  let message = ''
  await bundleFiles({ 'src/index.ts': 'export const own = 1' }, languageFiles(words, []), options).catch((error: Error) => {
    message = error.message
  })
  assert.match(message, 'There is no chunk of languages')
})

test.run()
