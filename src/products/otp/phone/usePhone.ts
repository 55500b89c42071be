import { useEffect, useRef, useState, type RefObject } from 'react'
import { signal, useValue, type Signal } from '#signals'
import { useUi, type Ui } from '../../../ui/context.ts'
import type { FieldRef } from '../../../ui/fields/Field.tsx'
import { callingCodes } from './countries.ts'
import { dialedDigits, isE164 } from './digits.ts'
import type { Reading } from './numbers.ts'
import { phoneReader, type PhoneReader } from './phoneReader.ts'

/**
 * How long to wait for code and rules, in ms. After that, the field keeps the number as it was
 * typed, and the form sends it like that.
 */
const FORMATTING_TIMEOUT = 10_000
const SUBMITTING_TIMEOUT = 2000

/** What a form knows about its phone field. */
export interface Phone {
  /**
   * The field's two elements. Their values count, because browsers and password managers may fill
   * them in without an event.
   */
  readonly input: FieldRef
  readonly select: RefObject<HTMLSelectElement | null>
  /** ISO 3166-1 alpha-2. Default `US`. */
  readonly country: string
  /** What the input shows. */
  readonly text: string
  /** A number of the country, for the empty input. Undefined until code and rules have loaded. */
  readonly example?: string
  /** Takes another country that the visitor chose. */
  choose(country: string): void
  /**
   * Takes a change of the text in `input`: writes the formatted number back, and puts the caret
   * where it belongs, unless an input method is composing there.
   */
  edit(input: HTMLInputElement, event: Partial<Pick<InputEvent, 'inputType' | 'isComposing'>>): void
  /** Takes a text that came into the input without `edit`. */
  catchUp(): void
  /**
   * Returns the number to send, within 2 s. If the rules have not loaded by then, it is what was
   * typed, after the dial code of the country unless it starts with `+`
   * (docs/decisions/README.md#phone-numbers-are-parsed-in-the-browser). Never rejects.
   */
  submit(): Promise<{ e164: string } | { invalid: true }>
}

/**
 * The state behind {@link Phone}. It uses no framework, so that tests can give it any clock and
 * network.
 */
interface PhoneState extends Omit<Phone, 'input' | 'select' | 'country' | 'text' | 'example' | 'catchUp'> {
  readonly entry: Signal<{ country: string; text: string }>
  exampleIn(country: string): string | undefined
  /** Loads the code and rules ahead of the first keystroke, and formats the text that is there. */
  begin(input?: HTMLInputElement): void
  /** Stops all pending work. */
  end(): void
}

const pick = ({ country, text }: Pick<Reading, 'country' | 'text'>) => ({ country, text })

/** See {@link usePhone}. */
export function createPhone(draft = '', reader: PhoneReader = phoneReader, country?: string, kit?: Ui['kit']): PhoneState {
  const from = { country: country || 'US', text: country || isE164(draft) ? draft : '' }
  const entry = signal(pick(reader.now({ input: from.text, caret: 0 }, from.country) ?? from))
  let timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Formats the text once the code and rules have loaded. Does nothing if the text has changed
   * since, or if loading took too long.
   */
  const formatLater = async (input?: HTMLInputElement, field = input) => {
    const before = entry.peek()
    const start = performance.now()
    await reader.read(before.text, before.country).catch(() => {})
    if (entry.peek() !== before || kit?.now?.isComposing(field!) || performance.now() - start > FORMATTING_TIMEOUT) return
    const reading = reader.now({ input: before.text, caret: input?.selectionStart ?? before.text.length }, before.country)
    if (reading) show(reading, input)
  }

  const show = (reading: Reading & { caret: number }, input?: HTMLInputElement) => {
    const { text, caret } = reading
    if (input && input.value !== text) {
      // before the framework writes it, which would leave the caret at the end
      input.value = text
      // Safari moves the focus to an input whose selection is set
      if (input.matches(':focus')) input.setSelectionRange(caret, caret)
    }
    entry.value = pick(reading)
  }

  return {
    entry,
    exampleIn: reader.example,
    // the text that is there may be newer than what is known of it, so it is not written over
    begin: (input) => void formatLater(undefined, input),
    end() {
      clearTimeout(timer)
      entry.value = pick(entry.peek())
    },
    choose(country) {
      const { text } = entry.peek()
      const reading = reader.now({ input: text, caret: text.length }, country)
      entry.value = { country, text: reading?.text ?? text }
      // an empty text needs no rules, but its placeholder does
      if (!reading || !reader.example(country)) void formatLater()
    },
    edit(input, event) {
      const { country, text: previous } = entry.peek()
      const { inputType = '' } = event
      const edit = {
        input: input.value,
        caret: input.selectionStart ?? input.value.length,
        deletion: inputType.startsWith('delete') ? { previous, forward: inputType.endsWith('Forward') } : undefined,
      }
      // the event says it before the kit has loaded
      const waits = event.isComposing || kit?.now?.isComposing(input)
      const reading = waits ? undefined : reader.now(edit, country)
      if (reading) return show(reading, input)
      entry.value = { country, text: input.value }
      if (!waits) void formatLater(input)
    },
    async submit() {
      const { country, text } = entry.peek()
      const number = dialedDigits(text)
      if (!/\d/.test(number)) return { invalid: true }
      const reading = await Promise.race([
        reader.read(text, country).catch(() => undefined),
        new Promise<undefined>((resolve) => {
          timer = setTimeout(() => resolve(undefined), SUBMITTING_TIMEOUT)
        }),
      ])
      clearTimeout(timer)
      if (reading) return reading.e164 ? { e164: reading.e164 } : { invalid: true }
      return { e164: number[0] === '+' ? number : `+${callingCodes[country]}${number}` }
    },
  }
}

/**
 * Returns the state of a phone field, kept by the form that shows it. Its code and rules (about 11
 * kB) load when the form appears. `draft` is what the field starts with: a text for the `country`,
 * for a visitor who comes back, or an E.164 number that the host knows; anything else is ignored.
 */
export function usePhone(draft?: string, country?: string): Phone {
  const { kit } = useUi()
  const [phone] = useState(() => createPhone(draft, undefined, country, kit))
  useEffect(() => {
    phone.begin(input.current!)
    return phone.end
  }, [phone])
  const { country: choice, text } = useValue(phone.entry)
  const input = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const catchUp = () => {
    if (input.current!.value !== phone.entry.peek().text) phone.edit(input.current!, {})
  }
  const choose = (country: string) => {
    catchUp()
    phone.choose(country)
  }
  return {
    ...phone,
    input,
    select,
    country: choice,
    text,
    example: phone.exampleIn(choice),
    catchUp,
    choose,
    submit() {
      const { value } = select.current!
      // not the state's country, which may be newer than what has been rendered
      if (value === choice) catchUp()
      else choose(value)
      return phone.submit()
    },
  }
}
