import '../../harness/dom.ts'
import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rich } from '../../../src/ui/words/rich.ts'
import { textsOf, translator } from '../../../src/ui/words/translator.ts'
import { breakable } from '../../../src/ui/words/untrustedText.ts'
import { settled } from '../../harness/screen.ts'
import { computed } from '../../harness/turns.ts'

const test = suite('words')

const words = {
  plain: 'Log in',
  name: 'Hello {name}',
  twice: '{name} and {name} and {other}',
  bold: 'Sent to <bold>{email}</bold>.',
  button: 'Nothing came? <resendButton>Resend email</resendButton>',
  several: '<bold>a</bold> b <bold>c</bold>',
}

/** JSON, so that `__proto__` is an own key. */
const strings = (json: string) => JSON.parse(json) as Record<string, string>

test('an address breaks after its @ and before its dots, and nothing else does', async () => {
  for (const [text, expected] of [
    ['ada@mail.example.com', 'ada@|mail|.example|.com'],
    ['ada.l@example.com', 'ada|.l@|example|.com'],
    ['a@b@c', 'a@|b@|c'],
    ['@', '@'],
    ['..@..', '.|.@|.|.'],
    ['+1 213 373 4253', '+1 213 373 4253'],
    ['example.com', 'example.com'],
    ['<b>@x.y', '&lt;b&gt;@|x|.y'],
  ] as const)
    assert.is((await html(breakable(text))).replaceAll('<wbr>', '|'), expected, text)
})

/** The HTML of a message on the page. */
const html = async (children: ReactNode) => {
  const container = document.createElement('p')
  const root = createRoot(container)
  root.render(children)
  await settled()
  const { innerHTML } = container
  root.unmount()
  return innerHTML
}

const plain: [what: string, strings: string, id: keyof typeof words, values: Record<string, string> | undefined, text: string][] = [
  ['no values', '{}', 'plain', undefined, 'Log in'],
  ['a value', '{}', 'name', { name: 'Ada' }, 'Hello Ada'],
  ['values in several places', '{}', 'twice', { name: 'A', other: 'B' }, 'A and A and B'],
  ['a value that is missing stays a placeholder', '{}', 'name', {}, 'Hello {name}'],
  [
    'names of the prototype are not values',
    '{"plain":"{constructor} {toString} {__proto__}"}',
    'plain',
    {},
    '{constructor} {toString} {__proto__}',
  ],
  ['a value that looks like a placeholder is text', '{}', 'twice', { name: '{other}', other: 'B' }, '{other} and {other} and B'],
  ['a value that looks like a replacement pattern is text', '{}', 'name', { name: '$& $1 $$' }, 'Hello $& $1 $$'],
  ['an empty value is a value', '{}', 'name', { name: '' }, 'Hello '],
  ["the host's text wins", '{"name":"Moin {name}"}', 'name', { name: 'Ada' }, 'Moin Ada'],
  ['the host can leave the value out', '{"name":"Moin"}', 'name', { name: 'Ada' }, 'Moin'],
  ['an empty text of the host does not count', '{"plain":""}', 'plain', undefined, 'Log in'],
  ['a text of another id has no effect', '{"other":"Moin"}', 'plain', undefined, 'Log in'],
  ['a value that is not a text counts as absent', '{"plain":7}', 'plain', undefined, 'Log in'],
  ["a host's __proto__ is an id like any other", '{"__proto__":{"plain":"evil"},"constructor":"evil"}', 'plain', undefined, 'Log in'],
  ['tags mean nothing in plain text', '{}', 'bold', { email: 'a@b.co' }, 'Sent to <bold>a@b.co</bold>.'],
]

for (const [what, overrides, id, values, text] of plain) {
  test(`plain: ${what}`, () => assert.is(translator(words, strings(overrides))(id, values), text))
}

test("plain: a text that the host does not set comes from the language, and the host's texts win", () => {
  const french = textsOf('plain=Se connecter&name=Bonjour {name}')
  const t = translator(words, Object.assign(Object.create(french), { name: 'Salut {name}' }))
  assert.is(t('plain'), 'Se connecter')
  assert.is(t('name', { name: 'Ada' }), 'Salut Ada')
  assert.is(t('twice', { name: 'A', other: 'B' }), 'A and A and B')
})

test('a file of texts has its texts, and no prototype', () => {
  const texts = textsOf('a=Trop d’essais ?&b=100%25 %26 1 %2B 1 = 2&c=')
  assert.equal({ ...texts }, { a: 'Trop d’essais ?', b: '100% & 1 + 1 = 2', c: '' })
  assert.is(Object.getPrototypeOf(texts), null)
  assert.is(textsOf().lang, undefined)
})

const tagged: [what: string, strings: string, id: keyof typeof words, values: Record<string, string> | undefined, html: string][] = [
  ['no tags', '{}', 'name', { name: 'Ada' }, 'Hello Ada'],
  ['bold', '{}', 'bold', { email: 'a@b.co' }, 'Sent to <strong>a@b.co</strong>.'],
  ['bold more than once', '{}', 'several', {}, '<strong>a</strong> b <strong>c</strong>'],
  [
    'a value that holds HTML is text',
    '{}',
    'bold',
    { email: '<img src=x onerror=alert(1)>' },
    'Sent to <strong>&lt;img src=x onerror=alert(1)&gt;</strong>.',
  ],
  ['a value that holds a tag is text', '{}', 'name', { name: '<bold>x</bold>' }, 'Hello &lt;bold&gt;x&lt;/bold&gt;'],
  ['a value that closes the tag is text', '{}', 'bold', { email: '</bold><b>' }, 'Sent to <strong>&lt;/bold&gt;&lt;b&gt;</strong>.'],
  ["a host's HTML is text", '{"plain":"<img src=x onerror=alert(1)><br>"}', 'plain', {}, '&lt;img src=x onerror=alert(1)&gt;&lt;br&gt;'],
  ["the host's elements are not elements", '{"plain":"<script>alert(1)</script>"}', 'plain', {}, '<strong>alert(1)</strong>'],
  ['a tag that is not closed is text', '{"plain":"<bold>x"}', 'plain', {}, '&lt;bold&gt;x'],
  [
    'names of the prototype are tags like any other',
    '{"plain":"<constructor>a</constructor> <__proto__>b</__proto__> <toString>c</toString>"}',
    'plain',
    {},
    '<strong>a</strong> <strong>b</strong> <strong>c</strong>',
  ],
]

for (const [what, overrides, id, values, wanted] of tagged) {
  test(`rich: ${what}`, async () => assert.is(await html(rich(translator(words, strings(overrides)), id, values)), wanted))
}

test('rich: a tag with an element of its own', async () => {
  const button = (text: string) => (
    <button type="button" key="resend">
      {text}
    </button>
  )
  assert.is(
    await html(rich(translator(words, {}), 'button', {}, { resendButton: button })),
    'Nothing came? <button type="button">Resend email</button>',
  )
  assert.is(
    await html(
      rich(
        translator(words, { button: '<resendButton>Noch einmal</resendButton> <bold>x</bold>' }),
        'button',
        {},
        { resendButton: button },
      ),
    ),
    '<button type="button">Noch einmal</button> <strong>x</strong>',
  )
})

test('100 kB of tags in a value, and 100 kB of text in a message, are handled at once', () => {
  const start = computed()
  const t = translator(words, { plain: 'bold '.repeat(20_000) })
  void rich(t, 'plain')
  void rich(t, 'bold', { email: '<bold>'.repeat(17_000) })
  assert.ok(computed() - start < 500)
})

test.run()
