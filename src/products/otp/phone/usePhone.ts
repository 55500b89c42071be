import { useEffect, useState } from 'react'
import { signal, useValue, type Signal } from '#signals'
import { callingCodes } from './countries.ts'
import { digits, isE164 } from './digits.ts'
import type { Reading } from './numbers.ts'
import { reader as ours, type Reader } from './reader.ts'

/** How long code and rules may take before the number goes out as it was typed (spec section 9), in ms. */
const TYPING = 10_000
const SUBMITTING = 2000

/** What a form knows of its phone field. */
export interface Phone {
  /** ISO 3166-1 alpha-2. Default `US` (spec section 9). */
  readonly country: string
  /** What the input shows. */
  readonly text: string
  /** The visitor chose another country. */
  choose(country: string): void
  /** The visitor changed the text of `input`, which gets the national format and the caret where it belongs. */
  edit(input: HTMLInputElement, event: Partial<Pick<InputEvent, 'inputType' | 'isComposing'>>): void
  /**
   * The number to send, within 2 s. Without the rules by then, or at all, it is what was typed, behind the dial code of the country unless
   * it starts with `+` (wire.md row 9). Never rejects.
   */
  submit(): Promise<{ e164: string } | { invalid: true }>
}

/** What {@link Phone} is made of; it has no framework, so that it can be tested with any clock and network. */
export interface PhoneState extends Omit<Phone, 'country' | 'text'> {
  readonly shown: Signal<{ country: string; text: string }>
  /** Fetches code and rules for the first keystroke, and formats what is there. */
  begin(): void
  /** Nothing happens afterwards. */
  end(): void
}

const pick = ({ country, text }: Pick<Reading, 'country' | 'text'>) => ({ country, text })

/** See {@link usePhone}. */
export function createPhone(typed = '', reader: Reader = ours): PhoneState {
  const text = isE164(typed) ? typed : ''
  const shown = signal(pick(reader.now({ typed: text, caret: 0 }, 'US') ?? { country: 'US', text }))
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Formats the text once it can be done. A visitor who went on in the meantime has their own answer coming; a late one is dropped. */
  const formatLater = async (input?: HTMLInputElement) => {
    const asked = shown.peek()
    const start = performance.now()
    await reader.read(asked.text, asked.country).catch(() => {})
    if (shown.peek() !== asked || performance.now() - start > TYPING) return
    const reading = reader.now({ typed: asked.text, caret: input?.selectionStart ?? asked.text.length }, asked.country)
    if (reading) show(reading, input)
  }

  const show = (reading: Reading & { caret: number }, input?: HTMLInputElement) => {
    const { text, caret } = reading
    if (input && input.value !== text) {
      // Before the framework does it, which would leave the caret at the end.
      input.value = text
      // Safari moves the focus to an input whose selection is set.
      if (input.matches(':focus')) input.setSelectionRange(caret, caret)
    }
    shown.value = pick(reading)
  }

  return {
    shown,
    begin: () => void formatLater(),
    end() {
      clearTimeout(timer)
      shown.value = pick(shown.peek())
    },
    choose(country) {
      const { text } = shown.peek()
      const reading = reader.now({ typed: text, caret: text.length }, country)
      shown.value = { country, text: reading?.text ?? text }
      if (!reading) void formatLater()
    },
    edit(input, { inputType = '', isComposing }) {
      const { country, text: previous } = shown.peek()
      const edit = {
        typed: input.value,
        caret: input.selectionStart ?? input.value.length,
        deletion: inputType.startsWith('delete') ? { previous, forward: inputType.endsWith('Forward') } : undefined,
      }
      // An input method loses its place when the text under it changes.
      const reading = isComposing ? undefined : reader.now(edit, country)
      if (reading) return show(reading, input)
      shown.value = { country, text: input.value }
      if (!isComposing) void formatLater(input)
    },
    async submit() {
      const { country, text } = shown.peek()
      const number = digits(text)
      if (!/\d/.test(number)) return { invalid: true }
      const reading = await Promise.race([
        reader.read(text, country).catch(() => undefined),
        new Promise<undefined>((resolve) => {
          timer = setTimeout(() => resolve(undefined), SUBMITTING)
        }),
      ])
      clearTimeout(timer)
      if (reading) return reading.e164 ? { e164: reading.e164 } : { invalid: true }
      return { e164: number[0] === '+' ? number : `+${callingCodes[country]}${number}` }
    },
  }
}

/**
 * The state of a phone field, kept by the form that shows it. Its code and rules (about 11 kB) are fetched when the form appears.
 *
 * ```tsx
 * const phone = usePhone()
 * const send = () => task.run(async () => {
 *   const number = await phone.submit()
 *   if ('invalid' in number) throw { message: t('error.invalidPhoneNumber') }
 *   await core.otps.sms.loginOrCreate(number.e164, options)
 * })
 * <PhoneField phone={phone} task={task} />
 * ```
 * `typed` is the E.164 number that the field starts with, for a visitor who comes back; what is none, as an e-mail address typed under
 * another tab, is left out.
 */
export function usePhone(typed?: string): Phone {
  const [phone] = useState(() => createPhone(typed))
  useEffect(() => {
    phone.begin()
    return phone.end
  }, [phone])
  return { ...phone, ...useValue(phone.shown) }
}
