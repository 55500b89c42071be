/** Where clients of a test project send requests, and which of these an emulator answers. */
import { emulatorPaths } from '../emulator/paths.ts'

/**
 * The provider's hosts, and where `latchkey dev` runs. A live API is among them, because no test
 * should reach it.
 */
const API = [
  'https://test.stytch.com',
  'https://api.stytch.com',
  'https://js.stytch.com',
  'https://elements.stytch.com',
  'https://telemetry.stytch.com',
  'http://localhost:4100',
]

/** The stand-ins for Google's scripts. */
const GOOGLE = ['https://www.google.com/recaptcha/', 'https://accounts.google.com/gsi/']

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Returns a path of the emulator as a pattern. Whatever else an origin serves is left alone. */
const pathPattern = (path: string) => (path.endsWith('/*') ? escapePattern(path.slice(0, -1)) : `${escapePattern(path)}(?:[?#]|$)`)

/**
 * Returns the origins whose requests an emulator answers: the provider's, and `more`, which are
 * URLs of which only the origin counts.
 */
export const apiOrigins = (more: readonly string[] = []): string[] => [...new Set([...API, ...more.map((url) => new URL(url).origin)])]

/** Matches the URLs of requests that an emulator answers, if it answers for these origins. */
export const emulatorPattern = (origins: readonly string[]): RegExp =>
  new RegExp(
    `^(?:(?:${origins.map(escapePattern).join('|')})(?:${emulatorPaths.map(pathPattern).join('|')})|${GOOGLE.map(escapePattern).join('|')})`,
  )
