import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { webmailLinks, webmailOf } from '../../../src/products/shared/webmailLinks.ts'

const test = suite('links into web mail')

const anywhere = ['https://mail.google.com/mail/u/0/#search/in%3Aanywhere', 'https://mail.yahoo.com/d/search/referrer=unread']
const from = (domain: string) => [
  `https://mail.google.com/mail/u/0/#search/from%3A%40${domain}%20in%3Aanywhere`,
  `https://mail.yahoo.com/d/search/keyword=${domain}`,
]

const table: [hint: string | undefined, domains: string[], gmailAndYahoo: string[]][] = [
  [undefined, [], anywhere],
  [undefined, ['stytch.com'], from('stytch.com')],
  [undefined, ['a.test', 'b.test'], anywhere],
  ['hint.test', [], from('hint.test')],
  ['hint.test', ['a.test'], from('hint.test')],
  ['hint.test', ['a.test', 'b.test'], from('hint.test')],
  ['', ['a.test'], from('a.test')],
  ['', [], anywhere],
  // A value that is not a domain is escaped.
  ['a.test" onclick="x', [], from('a.test%22%20onclick%3D%22x')],
  ['x/../../?q=1#', [], from('x%2F..%2F..%2F%3Fq%3D1%23')],
  // Settings, or their cached copy, of another shape.
  ...[null, 7, {}, { toString: 1 }, ['a.test'], '', '\ud800', 'a\udfff.test'].map((odd): [undefined, string[], string[]] => [
    undefined,
    [odd as string],
    anywhere,
  ]),
  ['\ud800', ['a.test'], from('a.test')],
]

for (const [hint, domains, wanted] of table) {
  test(`hint ${hint}, domains ${JSON.stringify(domains)}`, () => {
    assert.equal(
      webmailLinks('ada@example.com', hint, domains).map(({ href }) => href),
      [...wanted, 'https://outlook.office.com/mail/0/inbox'],
    )
  })
}

const services: [email: string, name: string | undefined][] = [
  ['ada@gmail.com', 'Gmail'],
  ['ada@GoogleMail.com', 'Gmail'],
  ['ada@yahoo.co.uk', 'Yahoo'],
  ['ada@ymail.com', 'Yahoo'],
  ['ada@hotmail.fr', 'Outlook'],
  ['ada@live.com', 'Outlook'],
  ['ada@example.com', undefined],
  ['ada@gmail.com.example', undefined],
  ['ada@notgmail.com', undefined],
  ['gmail.com@example.com', undefined],
  ['ada', undefined],
]
for (const [email, name] of services) {
  test(`${email}: ${name ?? 'no service of its own'}`, () => {
    assert.is(webmailOf(email), name)
    const order = webmailLinks(email, undefined, []).map((link) => link.name)
    assert.equal(order, [...new Set([name ?? 'Gmail', 'Gmail', 'Yahoo', 'Outlook'])])
  })
}

test.run()
