// Tests `latchkey size`, with the built program and its table.
import '../built/all.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { EmbedChunk, EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { costOf, costText, fetchTime, sum } from '../../src/tools/snippet/size.ts'

const dist = new URL('../../dist/', import.meta.url).pathname
const chunks = JSON.parse(readFileSync(join(dist, 'embed/chunks.json'), 'utf8')) as EmbedChunks
const size = (...args: string[]) => spawnSync(process.execPath, [join(dist, 'cli.js'), 'size', ...args], { encoding: 'utf8' })

test('its table has the size of every file', () => {
  for (const { file, raw, brotli } of Object.values(chunks)) {
    const text = readFileSync(join(dist, 'embed', file))
    assert.is(raw, text.length)
    assert.is(brotli, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length)
  }
})

test('by default it counts the email form: the loader and the widget', () => {
  const { stdout, status } = size()
  assert.is(status, 0)
  const first = chunks.embed!.brotli + chunks.widget!.brotli
  assert.match(stdout, new RegExp(`First screen +[\\d,]+ +${first.toLocaleString('en-US')}\n`))
})

test('it takes JSON as an argument or from a file', () => {
  const config = '{"products":["otp"],"otpOptions":{"methods":["sms"]}}'
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-size-'))
  try {
    const file = join(folder, 'config.json')
    writeFileSync(file, config)
    const inline = size('--config', config)
    assert.match(inline.stdout, /\n {2}otp +/)
    assert.is(size('--config', file).stdout, inline.stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('it explains what is wrong with a configuration', () => {
  for (const [config, message] of [
    ['nowhere.json', /neither JSON nor a file/],
    ['{bad', /is not JSON/],
    ['{"products":["magic"]}', /unknown products: magic/],
    ['{"products":"otp"}', /is not a list/],
  ] as const) {
    const { stderr, status } = size('--config', config)
    assert.is(status, 1)
    assert.match(stderr, message)
  }
})

// A table of a build whose sums are easy to check.
const chunk = (file: string, brotli: number, imports: string[] = []): EmbedChunk => ({
  file,
  imports,
  dynamicImports: [],
  integrity: '',
  raw: 2 * brotli,
  brotli,
})
const small: EmbedChunks = {
  embed: chunk('embed.js', 100),
  widget: chunk('widget.js', 1000),
  engine: chunk('c/engine.js', 400, ['widget.js']),
  kit: chunk('c/kit.js', 30, ['widget.js']),
  methods: chunk('c/methods.js', 20, ['widget.js', 'c/kit.js']),
  otp: chunk('c/otp.js', 50, ['widget.js', 'c/kit.js']),
  numbers: chunk('c/numbers.js', 70),
  callingCodes1x: chunk('c/callingCodes1x.js', 8),
  ...Object.fromEntries(
    ['integrity', 'laterEngine', 'urlLogIn', 'emailMagicLinks', 'otpScreens'].map((name) => [name, chunk(`c/${name}.js`, 0)]),
  ),
}
const brotli = (config: Parameters<typeof costOf>[0]) => {
  const { first, rest, later } = costOf(config, small)
  return [first, rest, later].map((files) => sum(files, 'brotli'))
}

test('a file counts once, in the group that needs it first', () => {
  assert.equal(brotli({}), [1100, 400, 30])
  assert.equal(brotli({ products: ['otp'], otpOptions: { methods: ['email'] } }), [1200, 400, 0])
  assert.equal(brotli({ products: ['otp'], otpOptions: { methods: ['sms'] } }), [1200, 478, 0])
  assert.equal(brotli({ products: ['otp'], otpOptions: { methods: ['email', 'sms'] } }), [1200, 400, 78])
})

test('a chunk that the table lacks is an error, not a smaller sum', () => {
  const { kit, ...others } = small
  assert.throws(() => costOf({}, others), /no chunk 'kit'/)
})

test('the estimate is one round trip, plus the bytes at 200 per millisecond', () => {
  assert.is(fetchTime([chunk('a', 1000), chunk('b', 1000)]), 160)
})

test('its text names chunks, not files', () => {
  const text = costText(costOf({ products: ['otp'] }, small), small)
  assert.match(text, /First screen +2,400 +1,200\n {2}embed +200 +100\n/)
  assert.not.match(text, /c\/otp\.js/)
})

test.run()
