/**
 * Code about languages that must not compile. `npm run check` compiles this file, and nothing runs
 * it.
 */
import type { LoginProps } from '../../src/entries/index.ts'
import { en, type MessageId, type Translation } from '../../src/strings/en.ts'
import { enPlain } from '../../src/strings/en-plain.ts'
import { fr } from '../../src/strings/fr.ts'

export const props: LoginProps[] = [
  { strings: fr },
  { strings: { ...fr, 'login.title': 'Bienvenue' } },
  { strings: enPlain },
  { strings: { ...enPlain, 'login.title': 'Welcome' } },
]

/** All texts of a widget that is given `enPlain`. */
export const plain: Translation = { ...en, ...enPlain }

export const ids: MessageId[] = [
  'login.title',
  'oauth.continueWithGitHub',
  'password.zxcvbn.suggestion.reversed',
  // @ts-expect-error no provider of that name
  'oauth.continueWithMySpace',
  // @ts-expect-error no feedback of that name
  'password.zxcvbn.warning.reversed',
  // @ts-expect-error not a message
  'lang',
]

const { 'passcode.title': title, ...untitled } = fr
// @ts-expect-error a message is missing
export const incomplete: Translation = untitled
// @ts-expect-error it has only some messages
export const partly: Translation = enPlain
// @ts-expect-error a message that does not exist
export const further: Translation = { ...en, 'login.titel': title }
// @ts-expect-error a direction that does not exist
export const upward: Translation = { ...en, dir: 'up' }
