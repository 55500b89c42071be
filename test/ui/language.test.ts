import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/ui/config.ts'
import { closestLocale, locales, partsBehind, type Locale, type Part } from '../../src/ui/language.ts'
import type { ScreenName } from '../../src/ui/map.ts'

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
  // what Hebrew was called once
  [['iw'], 'he'],
  [['de-AT-1996'], 'de'],
  // in another script, which who reads the one need not read
  [['zh-TW'], 'en'],
  [['hi-Latn'], 'en'],
  // unknown, or no tag at all
  [['sv'], 'en'],
  [['klingon, please'], 'en'],
  [['constructor'], 'en'],
  [[''], 'en'],
  [[], 'en'],
  // the first that there is
  [['', 'sv', 'it-CH', 'fr'], 'it'],
  [['en', 'fr'], 'en'],
]

for (const [given, closest] of tags) test(`closest to ${JSON.stringify(given)}: ${closest}`, () => assert.is(closestLocale(given), closest))

const behind: [config: LoginConfig, at: ScreenName, parts: Part[]][] = [
  [{}, 'Main', []],
  [{ products: ['emailMagicLinks'] }, 'Arrival', []],
  [{ products: ['otp'] }, 'Main', ['otp-later']],
  [{ products: ['passwords'] }, 'Main', ['passwords-later']],
  // a code is the other way to log in
  [{ products: ['passwords'], otpOptions: { methods: ['email'] } }, 'Main', ['otp-later', 'passwords-later']],
  [{ products: ['passwords'], otpOptions: { methods: ['sms'] } }, 'Main', ['passwords-later']],
  [{ products: ['passkeys', 'crypto'] }, 'Main', ['passkeys-later', 'crypto-later']],
  [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }, 'Main', []],
  [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'google', one_tap: true }] } }, 'Main', ['oneTap']],
  [{}, 'PasswordResetForm', ['passwords-later']],
  [{}, 'PasskeyRegistrationStart', ['registration']],
  [{ products: [] }, 'IDPConsent', ['idp']],
  [{ products: ['constructor' as never] }, 'Main', []],
]

for (const [config, at, parts] of behind)
  test(`behind ${at} with ${JSON.stringify(config)}`, () => assert.equal(partsBehind(config, at), ['widget-later', ...parts]))

test.run()
