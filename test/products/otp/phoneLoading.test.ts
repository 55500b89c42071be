import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as numbers from '../../../src/products/otp/phone/numbers.ts'
import { createPhoneReader } from '../../../src/products/otp/phone/phoneReader.ts'
import { createPhone } from '../../../src/products/otp/phone/usePhone.ts'

const regions: Record<string, { default: numbers.Rules }> = Object.fromEntries(
  await Promise.all(
    [...'123456789'].map(async (digit) => [digit, await import(`../../../src/products/otp/phone/metadata/callingCodes${digit}x.ts`)]),
  ),
)

const test = suite('phone field: loading')

/** Code and rules that arrive when the test decides, or not at all. */
const network = () => {
  const waiting: { file: string; resolve: () => void; reject: () => void }[] = []
  const asked: string[] = []
  const fetching =
    <Module>(file: string, module: Module) =>
    () =>
      new Promise<Module>((resolve, reject) => {
        asked.push(file)
        waiting.push({ file, resolve: () => resolve(module), reject: () => reject(new TypeError('Failed to fetch')) })
      })
  const reader = createPhoneReader({
    numbers: fetching('numbers', numbers),
    regions: Object.fromEntries(Object.entries(regions).map(([digit, rules]) => [digit, fetching(digit, rules)])),
  })
  const settled = async (how: 'resolve' | 'reject', file?: string) => {
    await new Promise(setImmediate)
    for (const request of waiting.splice(0)) {
      if (file && request.file !== file) waiting.push(request)
      else request[how]()
    }
    await new Promise(setImmediate)
  }
  return { reader, asked, waiting, arrive: (file?: string) => settled('resolve', file), fail: () => settled('reject') }
}

/** An input as the field sees it. */
const field = (value: string, caret = value.length) => {
  const input = {
    value,
    selectionStart: caret,
    matches: () => true,
    setSelectionRange(start: number) {
      input.selectionStart = start
    },
  }
  return input
}
const element = (input: ReturnType<typeof field>) => input as unknown as HTMLInputElement
const typing = { inputType: 'insertText', isComposing: false }

let clock = 0
const now = performance.now
test.before.each(() => {
  clock = 0
  performance.now = () => clock
  mock.timers.enable({ apis: ['setTimeout'] })
})
test.after.each(() => {
  performance.now = now
  mock.timers.reset()
})

test('the code and the rules of the United States load together, and nothing else does', async () => {
  const { reader, asked, arrive } = network()
  const phone = createPhone('', reader)
  assert.equal(asked, [])
  phone.begin()
  assert.equal(asked.sort(), ['1', 'numbers'])
  await arrive()
  const input = field('2133734253')
  phone.edit(element(input), typing)
  assert.is(input.value, '(213) 373-4253')
  assert.equal(asked.length, 2)
})

test('typing works without them, and is formatted around the caret when they arrive', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  const input = field('2133734', 4)
  phone.edit(element(input), typing)
  assert.equal([input.value, phone.entry.peek().text], ['2133734', '2133734'])
  clock = 9_999
  await arrive()
  assert.equal([input.value, phone.entry.peek().text, input.selectionStart], ['(213) 373-4', '(213) 373-4', 7])
})

test('after ten seconds the text stays as typed, and the next key formats it', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  const input = field('2133734')
  phone.edit(element(input), typing)
  clock = 10_001
  await arrive()
  assert.is(input.value, '2133734')
  const more = field('21337342')
  phone.edit(element(more), typing)
  assert.is(more.value, '(213) 373-42')
})

test('a result for text that the visitor has changed since is dropped', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await arrive('numbers')
  await arrive('1')
  const input = field('+44 74001')
  phone.edit(element(input), typing)
  input.value = '2133'
  input.selectionStart = 4
  phone.edit(element(input), typing)
  await arrive('4')
  assert.equal([phone.entry.peek(), input.value], [{ country: 'US', text: '(213) 3' }, '(213) 3'])
})

test('a result for another country is dropped', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await arrive()
  phone.choose('DE')
  phone.choose('US')
  await arrive()
  assert.is(phone.entry.peek().country, 'US')
})

test('a foreign calling code loads its rules, and switches the country', async () => {
  const { reader, asked, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await arrive()
  const input = field('+447400123456')
  phone.edit(element(input), { inputType: 'insertFromPaste' })
  assert.is(input.value, '+447400123456')
  await arrive()
  assert.equal([phone.entry.peek(), input.value], [{ country: 'GB', text: '07400 123456' }, '07400 123456'])
  assert.equal(asked.sort(), ['1', '4', 'numbers'])
  assert.equal(await phone.submit(), { e164: '+447400123456' })
})

test('a chosen country formats the number, which stays as it is while the rules load', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await arrive()
  phone.edit(element(field('07400123456')), typing)
  phone.choose('GB')
  assert.equal(phone.entry.peek(), { country: 'GB', text: '07400123456' })
  await arrive()
  assert.equal(phone.entry.peek(), { country: 'GB', text: '07400 123456' })
  phone.choose('US')
  assert.equal(phone.entry.peek(), { country: 'US', text: '07400123456' })
})

test('submitting waits two seconds, then sends the text as typed', async () => {
  for (const [typed, country, e164] of [
    ['(213) 373-4253', 'US', '+12133734253'],
    ['07400 123456', 'GB', '+4407400123456'],
    ['+44 7400 123456', 'US', '+447400123456'],
    // Nobody can tell whether it is valid, so it counts as valid.
    ['12', 'US', '+112'],
  ] as const) {
    const { reader } = network()
    const phone = createPhone('', reader)
    phone.choose(country)
    phone.edit(element(field(typed)), typing)
    let answer: unknown
    void phone.submit().then((found) => {
      answer = found
    })
    mock.timers.tick(1999)
    await new Promise(setImmediate)
    assert.is(answer, undefined)
    mock.timers.tick(1)
    await new Promise(setImmediate)
    assert.equal(answer, { e164 })
  }
})

test('submitting waits only as long as it must', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.edit(element(field('213 373 4253')), typing)
  const answer = phone.submit()
  await arrive()
  assert.equal(await answer, { e164: '+12133734253' })
  phone.edit(element(field('213 373 425')), typing)
  assert.equal(await phone.submit(), { invalid: true })
})

test('an empty field is invalid, at once and without loading anything', async () => {
  const { reader, asked } = network()
  for (const typed of ['', ' ', '+', 'ada@example.com']) {
    const phone = createPhone('', reader)
    phone.edit(element(field(typed)), { isComposing: true })
    assert.equal(await phone.submit(), { invalid: true }, typed)
  }
  assert.equal(asked, [])
})

test('a failed load is repeated at the next need, and blocks nobody', async () => {
  const { reader, asked, arrive, fail } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await fail()
  phone.edit(element(field('213373425')), typing)
  await fail()
  const sent = phone.submit()
  await fail()
  assert.equal(await sent, { e164: '+1213373425' })
  assert.equal(asked.filter((file) => file === 'numbers').length, 3)
  const input = field('2133734253')
  phone.edit(element(input), typing)
  await arrive()
  assert.is(input.value, '(213) 373-4253')
})

test('an unmounted field finishes loading, and changes nothing', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  const input = field('2133734253')
  phone.edit(element(input), typing)
  let answered = false
  void phone.submit().then(() => {
    answered = true
  })
  phone.end()
  mock.timers.tick(60_000)
  await new Promise(setImmediate)
  assert.is(answered, false)
  await arrive()
  assert.is(input.value, '2133734253')
})

test('an input method keeps its text until it is done', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await arrive()
  const input = field('２１３３')
  phone.edit(element(input), { isComposing: true })
  assert.is(input.value, '２１３３')
  phone.edit(element(input), {})
  assert.is(input.value, '(213) 3')
})

test('the Delete key removes the digit after a separator, and Backspace the one before', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('', reader)
  phone.begin()
  await arrive()
  for (const [inputType, text] of [
    ['deleteContentForward', '(213) 373-253'],
    ['deleteContentBackward', '(213) 374-253'],
  ] as const) {
    phone.edit(element(field('2133734253')), typing)
    const input = field('(213) 3734253', 9)
    phone.edit(element(input), { inputType })
    assert.is(input.value, text)
  }
})

test('a visitor who comes back finds the number as they left it', async () => {
  const { reader, arrive } = network()
  const phone = createPhone('+447400123456', reader)
  assert.equal(phone.entry.peek(), { country: 'US', text: '+447400123456' })
  phone.begin()
  await arrive()
  await arrive()
  assert.equal(phone.entry.peek(), { country: 'GB', text: '07400 123456' })
  // The second time at once.
  assert.equal(createPhone('+447400123456', reader).entry.peek(), { country: 'GB', text: '07400 123456' })
  assert.equal(createPhone('ada@example.com', reader).entry.peek(), { country: 'US', text: '' })
})

test.run()
