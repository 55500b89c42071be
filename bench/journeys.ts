/** The journeys: what hosts configure, and what their visitors meet first. The bench times them, the budgets weigh them, and a test in Chromium counts what they fetch. */
import { snippet, type EmbedChunks, type SnippetOptions } from '../src/snippet.ts'
import type { LoginConfig } from '../src/ui/config.ts'

/** How many controls of each kind have to be drawn and usable before a visitor can begin. A `button` is one that does not submit a form. */
export interface Wanted {
  field?: number
  button?: number
}

export interface Journey {
  /** Results go by it. */
  id: string
  /** As tables and budgets name it. */
  name: string
  config: LoginConfig
  /** `data-language` of the script tag. Default: none, which is English. */
  language?: string
  wanted: Wanted
  goals: {
    /** Time until it is usable, as a multiple of the smallest form on the same stack, at most. */
    ready: number
    /** Bytes of its first screen, brotli-11 a file, at most. */
    bytes?: number
    /** Time of the provider's SDK 6 with the same methods, as a multiple of ours, at least. */
    faster?: number
    /** How far the page moves while it comes (CLS), at most. */
    shift: number
  }
}

const providers = (...types: ('google' | 'apple' | 'github')[]) => ({ oauthOptions: { providers: types.map((type) => ({ type })) } })

const english: Journey[] = [
  {
    id: 'link',
    name: 'e-mail link',
    config: { products: ['emailMagicLinks'] },
    wanted: { field: 1 },
    goals: { ready: 1.15, bytes: 14_000, faster: 1.5, shift: 0 },
  },
  {
    id: 'google-link',
    name: 'Google and e-mail link',
    config: { products: ['oauth', 'emailMagicLinks'], ...providers('google') },
    wanted: { field: 1, button: 1 },
    goals: { ready: 1.2, shift: 0.02 },
  },
  {
    id: 'social',
    name: 'social, 3 providers',
    config: { products: ['oauth'], ...providers('google', 'apple', 'github') },
    wanted: { button: 3 },
    goals: { ready: 1.22, bytes: 20_500, faster: 1.5, shift: 0 },
  },
  {
    id: 'google-apple-password',
    name: 'Google, Apple and password',
    config: { products: ['oauth', 'passwords'], ...providers('google', 'apple') },
    wanted: { field: 1, button: 2 },
    goals: { ready: 1.4, shift: 0.02 },
  },
  {
    id: 'password',
    name: 'password',
    config: { products: ['passwords'] },
    wanted: { field: 1 },
    goals: { ready: 1.25, bytes: 22_500, faster: 1.5, shift: 0 },
  },
  {
    id: 'email-code',
    name: 'code by e-mail',
    config: { products: ['otp'], otpOptions: { methods: ['email'] } },
    wanted: { field: 1 },
    goals: { ready: 1.3, shift: 0 },
  },
  {
    id: 'sms-code',
    name: 'code by SMS',
    config: { products: ['otp'], otpOptions: { methods: ['sms'] } },
    wanted: { field: 1 },
    goals: { ready: 1.3, shift: 0 },
  },
  {
    id: 'codes',
    name: 'code by SMS or e-mail',
    config: { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } },
    wanted: { field: 1 },
    goals: { ready: 1.3, bytes: 24_000, faster: 1.5, shift: 0 },
  },
  {
    id: 'passkey-link',
    name: 'passkey and e-mail link',
    config: { products: ['passkeys', 'emailMagicLinks'] },
    wanted: { field: 1 },
    goals: { ready: 1.4, shift: 0.02 },
  },
  {
    id: 'wallets',
    name: 'wallets',
    config: { products: ['crypto'] },
    wanted: { button: 1 },
    goals: { ready: 1.4, shift: 0.02 },
  },
  {
    id: 'seven',
    name: 'all seven',
    config: {
      products: ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys'],
      ...providers('google', 'apple', 'github'),
      otpOptions: { methods: ['sms', 'whatsapp'] },
    },
    wanted: { field: 1, button: 3 },
    goals: { ready: 1.4, shift: 0.02 },
  },
]

/** Each of them also in French. */
export const journeys: readonly Journey[] = [
  ...english,
  ...english.map(
    (journey): Journey => ({
      ...journey,
      id: `${journey.id}-fr`,
      name: `${journey.name}, in French`,
      language: 'fr',
      goals: { ready: 1.4, shift: 0.02 },
    }),
  ),
]

/** Its row in .size-limit.json. */
export const budgetOf = ({ name }: Journey): string => `first screen: ${name}`

/** What its page has: the preload links and the script tag, as we print them. */
export const snippetOf = ({ config, language }: Journey, options: Omit<SnippetOptions, 'config'>, chunks: EmbedChunks): string =>
  snippet({ ...options, ...{ config, language } }, chunks)

/** Paths below dist/embed/ of all that it fetches before its first control: what its snippet names. */
export const filesOf = (journey: Journey, chunks: EmbedChunks): string[] => {
  const text = snippetOf(journey, { publicToken: '', element: '#login', base: '/embed/' }, chunks)
  return [...new Set([...text.matchAll(/ (?:href|src)="\/embed\/([^"]+)"/g)].map(([, file]) => file!))]
}
