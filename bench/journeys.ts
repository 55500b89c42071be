/**
 * The journeys: what hosts configure, and what their visitors see first. The bench times them, the
 * budgets weigh them, and a test in Chromium counts what they load.
 */
import { snippet, type EmbedChunks, type SnippetOptions } from '../src/tools/snippet/snippet.ts'
import type { LoginConfig } from '../src/ui/host/config.ts'

/**
 * How many controls of each kind must be drawn and usable before a visitor can begin. A `button` is
 * one that does not submit a form.
 */
export interface ControlCounts {
  field?: number
  button?: number
  /** A list item. */
  item?: number
}

export interface Journey {
  /** Identifies its results. */
  id: string
  /** Its name in tables and budgets. */
  name: string
  config: LoginConfig
  /** The script tag's `data-language`. Default: none, which means English. */
  language?: string
  controls: ControlCounts
  goals: {
    /**
     * Maximum time until it is usable, as a multiple of the time of the smallest form on the same
     * stack.
     */
    ready: number
    /** Maximum size of its first screen in bytes, each file compressed with brotli at level 11. */
    bytes?: number
    /** Minimum time of the provider's SDK 6 with the same methods, as a multiple of ours. */
    faster?: number
    /** Maximum layout shift of the page while it loads (CLS). */
    shift: number
  }
}

const providers = (...types: ('google' | 'apple' | 'github')[]) => ({ oauthOptions: { providers: types.map((type) => ({ type })) } })

const english: Journey[] = [
  {
    id: 'link',
    name: 'email link',
    config: { products: ['emailMagicLinks'] },
    controls: { field: 1 },
    goals: { ready: 1.15, bytes: 14_250, faster: 1.5, shift: 0 },
  },
  {
    id: 'google-link',
    name: 'Google and email link',
    config: { products: ['oauth', 'emailMagicLinks'], ...providers('google') },
    controls: { field: 1, button: 1 },
    goals: { ready: 1.2, shift: 0.02 },
  },
  {
    id: 'social',
    name: 'social, 3 providers',
    config: { products: ['oauth'], ...providers('google', 'apple', 'github') },
    controls: { button: 3 },
    goals: { ready: 1.22, bytes: 20_500, faster: 1.5, shift: 0 },
  },
  {
    id: 'google-apple-password',
    name: 'Google, Apple and password',
    config: { products: ['oauth', 'passwords'], ...providers('google', 'apple') },
    controls: { field: 1, button: 2 },
    goals: { ready: 1.4, shift: 0.02 },
  },
  {
    id: 'password',
    name: 'password',
    config: { products: ['passwords'] },
    controls: { field: 1 },
    goals: { ready: 1.25, bytes: 22_500, faster: 1.5, shift: 0 },
  },
  {
    id: 'email-code',
    name: 'code by email',
    config: { products: ['otp'], otpOptions: { methods: ['email'] } },
    controls: { field: 1 },
    goals: { ready: 1.3, shift: 0 },
  },
  {
    id: 'sms-code',
    name: 'code by SMS',
    config: { products: ['otp'], otpOptions: { methods: ['sms'] } },
    controls: { field: 1 },
    goals: { ready: 1.3, shift: 0 },
  },
  {
    id: 'codes',
    name: 'code by SMS or email',
    config: { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } },
    controls: { field: 1 },
    goals: { ready: 1.3, bytes: 24_000, faster: 1.5, shift: 0 },
  },
  {
    id: 'passkey-link',
    name: 'passkey and email link',
    config: { products: ['passkeys', 'emailMagicLinks'] },
    controls: { field: 1 },
    goals: { ready: 1.4, shift: 0.02 },
  },
  {
    id: 'wallets',
    name: 'wallets',
    config: { products: ['crypto'] },
    controls: { button: 1 },
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
    controls: { field: 1, button: 3 },
    goals: { ready: 1.4, shift: 0.02 },
  },
]

/** Each journey, in English and in French. */
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

/** Returns the name of its budget in .size-limit.json. */
export const budgetOf = ({ name }: Journey): string => `first screen: ${name}`

/** Returns the HTML that Latchkey prints for its page: the preload links and the script tag. */
export const snippetOf = (
  { config, language }: Pick<Journey, 'config' | 'language'>,
  options: Omit<SnippetOptions, 'config'>,
  chunks: EmbedChunks,
): string => snippet({ ...options, ...{ config, language } }, chunks)

/**
 * Returns the paths, relative to dist/embed/, of all files that it loads before its first control:
 * those that its snippet names.
 */
export const filesOf = (journey: Journey, chunks: EmbedChunks): string[] => {
  const text = snippetOf(journey, { publicToken: '', element: '#login', base: '/embed/' }, chunks)
  return [...new Set([...text.matchAll(/ (?:href|src)="\/embed\/([^"]+)"/g)].map(([, file]) => file!))]
}
