import '../../harness/everyFramework.ts'
import '../../harness/dom.ts'
import { settled, until } from '../../harness/turns.ts'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { UiContext, type Ui } from '../../../src/ui/context.ts'
import { PhoneField } from '../../../src/products/otp/phone/PhoneField.tsx'
import { phoneReader } from '../../../src/products/otp/phone/phoneReader.ts'
import { usePhone, type Phone } from '../../../src/products/otp/phone/usePhone.ts'
import { chunk } from '../../../src/ui/chunks/chunk.ts'
import { useReadableName } from '../../../src/ui/visitor/useReadableName.ts'

const test = suite('phone field')

const adopted: string[] = []
const show = async (children: ReactNode, ui: Partial<Ui> = {}) => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const value = {
    suffix: '',
    strings: {},
    kit: {},
    adopt: (css: string) => {
      adopted.push(css)
    },
    ...ui,
  } as Ui
  const render = async (children: ReactNode) => {
    root.render(
      <StrictMode>
        <UiContext.Provider value={value}>{children}</UiContext.Provider>
      </StrictMode>,
    )
    await settled()
  }
  await render(children)
  return {
    container,
    render,
    close: async () => {
      root.unmount()
      container.remove()
      await settled()
    },
  }
}

let phone: Phone
function Form({ error, typed }: { error?: string; typed?: string }) {
  phone = usePhone(typed)
  return <PhoneField phone={phone} task={{ busy: false, error, isMistake: !!error, cause: undefined, run: async () => {} }} />
}

const input = () => document.querySelector<HTMLInputElement>('#phone-input')!
const select = () => document.querySelector<HTMLSelectElement>('[data-testid=select-test-id]')!

/**
 * What a browser does when a visitor types, pastes or deletes: it changes the value, then fires
 * `input` and no other event.
 */
const change = (value: string, caret = value.length, inputType = 'insertText') => {
  input().value = value
  input().setSelectionRange(caret, caret)
  input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
}

const choose = (country: string) => {
  select().value = country
  select().dispatchEvent(new Event('input', { bubbles: true }))
  select().dispatchEvent(new Event('change', { bubbles: true }))
}

const ready = () =>
  until(() => {
    change('2133734253')
    return input().value === '(213) 373-4253'
  })

test.before.each(() => {
  document.documentElement.lang = 'en'
})

test('is a labeled telephone input and a labeled select', async () => {
  const { close } = await show(<Form />)
  const label = document.querySelector('label')!
  assert.is(label.textContent, 'Phone number')
  assert.is(label.htmlFor, input().id)
  assert.equal(
    ['type', 'autocomplete', 'inputmode', 'enterkeyhint', 'aria-invalid'].map((name) => input().getAttribute(name)),
    ['tel', 'tel-national', 'tel', 'send', 'false'],
  )
  assert.ok(input().required)
  assert.is(select().name, 'country-select')
  assert.is(select().getAttribute('aria-label'), 'Country')
  assert.is(select().value, 'US')
  assert.is(document.querySelectorAll('[style]').length, 0)
  assert.ok(adopted.some((css) => css.includes('.lk-phone')))
  await close()
})

test("lists all countries by name, with dial codes, and shows only the country's letters and code when closed", async () => {
  const { close } = await show(<Form />)
  await until(() => select().options.length === 245)
  const texts = [...select().options].map((option) => option.textContent)
  assert.equal(texts.slice(0, 3), ['Afghanistan (+93)', 'Åland Islands (+358)', 'Albania (+355)'])
  assert.is(select().selectedOptions[0]!.textContent, 'United States (+1)')
  assert.is(document.querySelector('.lk-country span')!.textContent, 'US +1')
  choose('GB')
  await settled()
  assert.is(document.querySelector('.lk-country span')!.textContent, 'GB +44')
  assert.is(select().value, 'GB')
  // a browser that translates the page would mix an old and a new country
  assert.ok(document.querySelector('.lk-country .notranslate'))
  await close()
})

test('names countries in the language of the page', async () => {
  document.documentElement.lang = 'de'
  const { close } = await show(<Form />)
  await until(() => select().options.length === 245)
  assert.is(select().querySelector('[value=DE]')!.textContent, 'Deutschland (+49)')
  await close()
})

test('an empty field shows a number as people in the country write it', async () => {
  const { close } = await show(<Form />)
  await until(() => input().placeholder === '(201) 555-0123')
  choose('GB')
  await until(() => input().placeholder === '07400 123456')
  assert.is(input().value, '')
  await close()
})

test('formats while the visitor types, and keeps the caret in its place', async () => {
  const { close } = await show(<Form />)
  await ready()
  input().focus()
  change('2133734253', 6)
  await settled()
  assert.equal([input().value, input().selectionStart], ['(213) 373-4253', 9])
  change('(213) 9373-4253', 7)
  await settled()
  assert.equal([input().value, input().selectionStart], ['21393734253', 4])
  change('(213) 373-425', 13, 'deleteContentBackward')
  await settled()
  assert.equal([input().value, input().selectionStart], ['(213) 373-425', 13])
  change('(213) 373425', 9, 'deleteContentBackward')
  await settled()
  assert.equal([input().value, input().selectionStart], ['(213) 374-25', 8])
  assert.is(phone.text, '(213) 374-25')
  assert.equal(await phone.submit(), { invalid: true })
  await close()
})

test('a pasted calling code switches the country, and choosing one formats the number', async () => {
  const { close } = await show(<Form />)
  await ready()
  change('+49 30 123456', 13, 'insertFromPaste')
  await until(() => select().value === 'DE')
  assert.is(input().value, '030 123456')
  assert.equal(await phone.submit(), { e164: '+4930123456' })
  choose('AT')
  await until(() => select().value === 'AT')
  assert.equal(await phone.submit(), { e164: '+4330123456' })
  await close()
})

test('shows the message of its task, and takes the focus back', async () => {
  const { render, close } = await show(<Form />)
  await ready()
  assert.is(document.querySelector('[role=alert]')!.textContent, '')
  input().blur()
  await render(<Form error="That is no number." />)
  await until(() => document.activeElement === input())
  assert.is(document.querySelector('[role=alert]')!.textContent, 'That is no number.')
  assert.is(input().getAttribute('aria-describedby'), document.querySelector('[role=alert]')!.id)
  assert.is(input().getAttribute('aria-invalid'), 'true')
  assert.is(input().value, '(213) 373-4253')
  await close()
})

test('starts with the number of a visitor who comes back', async () => {
  const { close } = await show(<Form typed="+447400123456" />)
  await until(() => select().value === 'GB')
  assert.is(input().value, '07400 123456')
  await close()
})

test('two fields on a page have ids of their own, and texts can be replaced', async () => {
  const first = await show(<Form />)
  const strings = { 'formField.phone.label': 'Telefon', 'formField.country.ariaLabel': 'Land' }
  const second = await show(<Form />, { suffix: '-2', strings })
  assert.is(document.querySelectorAll('#phone-input').length, 1)
  assert.is(second.container.querySelector('input')!.id, 'phone-input-2')
  assert.is(second.container.querySelector('label')!.textContent, 'Telefon')
  assert.is(second.container.querySelector('select')!.getAttribute('aria-label'), 'Land')
  await first.close()
  await second.close()
})

test('a number is written for people, and an email address stays as it is', async () => {
  const Sent = ({ to }: { to: string }) => <p>{useReadableName(to)(to)}</p>
  const kit = chunk(async () => ({ phoneNumbers: chunk(async () => ({ phoneReader })) })) as unknown as Ui['kit']
  const { container, render, close } = await show(<Sent to="+12133734253" />, { kit })
  await until(() => container.textContent === '+1 213 373 4253')
  await render(<Sent to="2133734253@example.com" />)
  assert.is(container.textContent, '2133734253@example.com')
  await render(<Sent to="+447400123456" />)
  await until(() => container.textContent === '+44 7400 123456')
  await render(<Sent to="+99912" />)
  assert.is(container.textContent, '+99912')
  await close()
})

test.run()
