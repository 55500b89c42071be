/**
 * Options with wrong names or values: those in the page's markup, and what a development build
 * says.
 */
import { advice, type Subject } from '../../../entries/development/advice.ts'
import { CSS as styleValues } from '../../../prerender/browserGlobals.ts'
import { locales, speaksLanguage } from '../../../ui/words/language.ts'
import { finding } from '../codes.ts'
import type { Facts } from '../facts.ts'
import type { Rule } from './rule.ts'

// advice on styles asks it what a browser accepts, and the doctor runs on Node
if (typeof CSS === 'undefined') Object.assign(globalThis, { CSS: styleValues })

/** The mount methods of the custom elements. */
const subjects: Record<string, Subject> = {
  'latchkey-login': 'mountLogin',
  'latchkey-reset-password': 'mountResetPassword',
  'latchkey-passkey-registration': 'mountPasskeyRegistration',
  'latchkey-second-factor': 'mountSecondFactor',
  'latchkey-account': 'mountAccount',
  'latchkey-identity-provider': 'mountIdentityProvider',
}

/** The rules about redirect URLs say more about them. */
const aboutRedirects = /RedirectURL has to be/

/** What the loader accepts (src/entries/embed.ts). */
const listedFiles = /^integrity\.js (sha384-[\w+/]{64}[ \w=(|)]*(, \S+ |$))+$/

const json = ['config', 'styles', 'strings'] as const

/** Finds faults of the options in attributes. `prefix` is put before their names. */
const inMarkup = (subject: Subject, attributes: Record<string, string | undefined>, prefix: string) => {
  const faults: string[] = []
  const props: Record<string, unknown> = {}
  for (const name of json) {
    const text = attributes[name]
    if (!text) continue
    try {
      const value: unknown = JSON.parse(text)
      if (value && typeof value === 'object' && !Array.isArray(value)) props[name] = value
      else faults.push(`${prefix}${name} has to be an object, but it is ${text}.`)
    } catch (error) {
      faults.push(`${prefix}${name} is not JSON: ${(error as Error).message}`)
    }
  }
  const { language } = attributes
  if (language && language !== 'auto' && !speaksLanguage(language))
    faults.push(`${prefix}language is '${language}', which the widget does not speak. It speaks ${locales.join(', ')}, and auto.`)
  if (attributes.integrity !== undefined && !listedFiles.test(attributes.integrity))
    faults.push(
      `${prefix}integrity has to be the list of the snippet, files with their sha384 hashes, but it is '${attributes.integrity}'.`,
    )
  return [...faults, ...advice(subject, props)]
}

/** Returns the JSON of the page's `config`, if it is in its markup. */
export const configOf = ({ tags, elements }: Pick<Facts, 'tags' | 'elements'>): Record<string, unknown> | undefined => {
  for (const text of [...tags.map(({ data }) => data.config), ...elements.map(({ attributes }) => attributes.config)]) {
    try {
      const config: unknown = JSON.parse(text ?? '')
      if (config && typeof config === 'object') return config as Record<string, unknown>
    } catch {}
  }
  return undefined
}

export const options: Rule = ({ tags, elements, lines }) => {
  const warnings = lines.flatMap(
    ({ text }) => /^\[(?:Latchkey|Stytch)\] ((?:mount\w+|options|Login|ResetPassword|\w+): .*)$/s.exec(text)?.[1] ?? [],
  )
  const faults = [
    ...tags.flatMap(({ data }) => inMarkup('mountLogin', data, 'data-')),
    ...elements.flatMap(({ tag, attributes }) => (subjects[tag] ? inMarkup(subjects[tag], attributes, '') : [])),
    ...warnings,
  ].filter((fault) => !aboutRedirects.test(fault))
  return finding('options.invalid', faults, 'An option of the widget has a wrong name or value.', 'Correct it as the evidence says.')
}
