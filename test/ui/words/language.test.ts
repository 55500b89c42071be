import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../../src/ui/host/config.ts'
import { closestLocale, locales, laterParts, type Locale, type TextPart } from '../../../src/ui/words/language.ts'
import type { ScreenName } from '../../../src/ui/map.ts'

const tags: [tags: string[], closest: Locale][] = [
  ...locales.map((locale): [string[], Locale] => [[locale], locale]),
  [['fr-CA'], 'fr'],
  [['FR-ca'], 'fr'],
  [['fr_CH'], 'fr'],
  [['pt'], 'pt-BR'],
  [['pt-PT'], 'pt-BR'],
  [['zh'], 'zh-Hans'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  [['en-GB'], 'en'],
  // The former tag of Hebrew.
  [['iw'], 'he'],
  [['de-AT-1996'], 'de'],
  // Another script, which a reader of the first need not know.
  [['zh-TW'], 'en'],
  [['hi-Latn'], 'en'],
  // Unknown, or not a tag.
  [['sv'], 'en'],
  [['klingon, please'], 'en'],
  [['constructor'], 'en'],
  [[''], 'en'],
  [[], 'en'],
  // The first that we have.
  [['', 'sv', 'it-CH', 'fr'], 'it'],
  [['en', 'fr'], 'en'],
]

for (const [given, closest] of tags) test(`closest to ${JSON.stringify(given)}: ${closest}`, () => assert.is(closestLocale(given), closest))

const behind: [config: LoginConfig, at: ScreenName, parts: TextPart[]][] = [
  [{}, 'Main', []],
  [{ products: ['emailMagicLinks'] }, 'UrlLogIn', []],
  [{ products: ['otp'] }, 'Main', ['otp-later']],
  [{ products: ['passwords'] }, 'Main', ['passwords-later']],
  // A code is the other way to log in.
  [{ products: ['passwords'], otpOptions: { methods: ['email'] } }, 'Main', ['otp-later', 'passwords-later']],
  [{ products: ['passwords'], otpOptions: { methods: ['sms'] } }, 'Main', ['passwords-later']],
  [{ products: ['passkeys', 'crypto'] }, 'Main', ['passkeys-later', 'crypto-later']],
  [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }, 'Main', []],
  [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'google', one_tap: true }] } }, 'Main', ['oneTap']],
  [{}, 'PasswordResetForm', ['passwords-later']],
  [{}, 'PasskeyRegistrationStart', ['registration']],
  [{}, 'Account', ['otp-later', 'registration', 'account']],
  [{ products: [] }, 'SecondFactor', ['otp-later', 'secondFactor']],
  [{ products: [] }, 'IDPConsent', ['idp']],
  [{ products: ['constructor' as never] }, 'Main', []],
]

for (const [config, at, parts] of behind)
  test(`behind ${at} with ${JSON.stringify(config)}`, () => assert.equal(laterParts(config, at), ['widget-later', ...parts]))

test("behind any screen of a log-in at the host's own server, which may ask for a second factor", () =>
  assert.equal(laterParts({ products: ['passwords'] }, 'Main', '/auth'), ['widget-later', 'otp-later', 'passwords-later', 'secondFactor']))

test.run()
