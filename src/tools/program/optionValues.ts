/**
 * Reads what a person has typed for an option. Each function throws UsageError if it is something
 * else.
 */
import { existsSync, readFileSync } from 'node:fs'
import { speaksLanguage, locales } from '../../ui/words/language.ts'
import { unknownProducts } from '../snippet/size.ts'
import type { LoadedConfig } from '../../widget/loading.ts'
import { UsageError } from './command.ts'

/** Parses an option that is JSON or the path of a JSON file. */
export const jsonFrom = (option: string, text: string) => {
  const inline = text.trimStart().startsWith('{')
  if (!inline && !existsSync(text)) throw new UsageError(`--${option} is '${text}', which is neither JSON nor a file.`)
  try {
    return JSON.parse(inline ? text : readFileSync(text, 'utf8'))
  } catch (error) {
    throw new UsageError(`--${option} is not JSON: ${(error as Error).message}`)
  }
}

export const configFrom = (text: string): LoadedConfig => {
  const config = jsonFrom('config', text)
  if (config?.products !== undefined && !Array.isArray(config.products)) throw new UsageError('products of --config is not a list.')
  const unknownNames = unknownProducts(config ?? {})
  if (unknownNames.length > 0) throw new UsageError(`--config names unknown products: ${unknownNames.join(', ')}.`)
  return config ?? {}
}

export const languageFrom = (text: string | undefined) => {
  if (text && text !== 'auto' && !speaksLanguage(text))
    throw new UsageError(`--language is '${text}', which the widget does not speak. It speaks ${locales.join(', ')}, and auto.`)
  return text
}

/** Returns the value of an option that knows these values alone. */
export const oneOf = <Value extends string>(option: string, values: readonly Value[], text: string | undefined): Value | undefined => {
  const match = values.find((value) => value === text)
  if (text !== undefined && !match) throw new UsageError(`--${option} is '${text}'. It is one of ${values.join(', ')}.`)
  return match
}

/** What a configuration of the widget is described by. */
export const widgetOptions = {
  config: { type: 'string', says: 'The config of mountLogin: JSON, or the path of a JSON file. Default: email links.' },
  language: { type: 'string', says: 'The language of the widget: fr, pt-BR, or auto. Default: English.' },
} as const
