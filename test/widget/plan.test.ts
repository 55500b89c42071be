import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../../src/ui/host/defaults.ts'
import { linksAlone } from '../../src/widget/firstScreenChunks.ts'
import { plan, secondOf, type Abilities, type Block } from '../../src/widget/methods/plan.ts'

const test = suite('plan of Main')

const LINKS = 'link'
const BOTH_EMAILS = 'config.error.linksAndCodes'
const NOTHING = 'config.error.noMethods'
const PASSKEYS_ALONE = 'config.error.passkeysAlone'

/**
 * A part of Main in short: `link`, or the tab of a code form, `google+apple`, `wallets≤4`,
 * `passkey`, and `or` for the divider.
 */
const inShort = (block: Block): string => {
  if (block.kind === 'forms') {
    return block.methods
      .map(({ product, tab }) => (product === 'emailMagicLinks' ? LINKS : product === 'passwords' ? product : tab.replace('tab.', '')))
      .join(' ')
  }
  if (block.kind === 'oauth') return block.providers.map(({ type }) => type).join('+') + (block.alone ? ' alone' : '')
  return block.kind === 'wallets' ? `wallets≤${block.limit}` : block.kind === 'divider' ? 'or' : block.kind
}

/** What Main shows, in short, or the id of the error. */
const shown = (config: unknown, abilities: Abilities = { passkeys: true }): string => {
  const planned = plan(config as LoginConfig, abilities)
  return 'error' in planned
    ? planned.error
    : planned.blocks
        .map(inShort)
        .concat(planned.autofill ? 'autofill' : [])
        .join(' ')
}

const table: [products: unknown, methods: unknown, shows: string][] = [
  [undefined, undefined, LINKS],
  [undefined, ['sms'], LINKS],
  [['emailMagicLinks'], undefined, LINKS],
  [['emailMagicLinks'], ['sms'], LINKS],

  [['otp'], ['sms'], 'text'],
  [['otp'], ['whatsapp'], 'whatsapp'],
  [['otp'], ['email'], 'email'],
  [['otp'], ['sms', 'whatsapp', 'email'], 'text whatsapp email'],
  [['otp'], ['email', 'whatsapp', 'sms'], 'email whatsapp text'],
  [['emailMagicLinks', 'otp'], ['sms', 'whatsapp'], 'link text whatsapp'],
  [['otp', 'emailMagicLinks'], ['whatsapp', 'sms'], 'whatsapp text link'],

  [['emailMagicLinks', 'otp'], ['email'], BOTH_EMAILS],
  [['otp', 'emailMagicLinks'], ['sms', 'email'], BOTH_EMAILS],

  // The password form takes in the other email methods
  // (docs/decisions/README.md#the-password-form-takes-in-the-other-email-methods).
  [['passwords'], undefined, 'passwords'],
  [['passwords', 'emailMagicLinks'], undefined, 'passwords'],
  [['emailMagicLinks', 'passwords'], undefined, 'passwords'],
  [['otp', 'passwords'], ['sms', 'email'], 'text passwords'],
  [['otp', 'passwords'], ['email', 'sms'], 'passwords text'],
  [['passwords', 'otp', 'emailMagicLinks'], ['email', 'whatsapp'], 'passwords whatsapp'],

  [['emailMagicLinks', 'emailMagicLinks'], undefined, LINKS],
  [['otp', 'otp'], ['sms'], 'text'],
  [['otp'], ['sms', 'email', 'sms'], 'text email'],
  [['otp', 'otp'], ['email'], 'email'],

  [[], undefined, NOTHING],
  [['otp'], undefined, NOTHING],
  [['otp'], [], NOTHING],
  [['emailMagicLinks', 'otp'], undefined, LINKS],

  [['carrier-pigeon'], undefined, NOTHING],
  [['carrier-pigeon'], ['sms'], NOTHING],
  [['carrier-pigeon', 'emailMagicLinks'], undefined, LINKS],
  [['otp'], ['fax', 'sms'], 'text'],
  [['otp'], ['fax'], NOTHING],
  [['__proto__', 'constructor', 'toString'], undefined, NOTHING],
  [['otp'], ['__proto__', 'constructor', 'toString', 'whatsapp'], 'whatsapp'],
  [['otp'], ['SMS', ' sms', '', null, 7, {}], NOTHING],
]

for (const [products, methods, shows] of table) {
  test(`products ${JSON.stringify(products)}, methods ${JSON.stringify(methods)}: ${shows}`, () => {
    assert.is(shown({ products, otpOptions: methods && { methods } }), shows)
  })
}

const social = (count: number) => ({
  providers: ['google', 'apple', 'github', 'microsoft', 'slack', 'figma', 'yahoo'].slice(0, count).map((type) => ({ type })),
})
const codes = { methods: ['sms', 'email'] }
const google = (more: object = {}) => ({ providers: [{ type: 'google', ...more }] })

test('a button that appears late is last, after an "or" if there is none yet', () => {
  const late = { autofill: false, passkeys: true, late: true }
  const cases: [products: string[], shows: string][] = [
    [['passkeys', 'emailMagicLinks'], 'link or passkey'],
    [['emailMagicLinks', 'passkeys'], 'link or passkey'],
    [['oauth', 'passkeys', 'emailMagicLinks'], 'google or link passkey'],
    [['emailMagicLinks', 'passkeys', 'oauth'], 'link or google passkey'],
    // Without an email field it never depended on the answer.
    [['passkeys', 'oauth'], 'passkey google'],
  ]
  for (const [products, shows] of cases) assert.is(shown({ products, oauthOptions: google() }, late), shows, products.join())
})

/**
 * Combinations of all products: groups, one divider, wallets, passkeys
 * (docs/decisions/README.md#social-and-wallet-buttons-form-one-group).
 */
const together: [products: string[], options: object, shows: string, autofill?: boolean][] = [
  // One "or" in any order, and the group of the first product comes first.
  [['oauth', 'emailMagicLinks'], { oauthOptions: social(2) }, 'google+apple or link'],
  [['emailMagicLinks', 'oauth'], { oauthOptions: social(2) }, 'link or google+apple'],
  [['oauth', 'emailMagicLinks', 'crypto'], { oauthOptions: social(2) }, 'google+apple wallets≤3 or link'],
  [['crypto', 'oauth', 'otp'], { oauthOptions: social(1), otpOptions: codes }, 'wallets≤4 google or text email'],
  [['otp', 'crypto', 'passwords', 'oauth'], { oauthOptions: social(1), otpOptions: codes }, 'text passwords or wallets≤4 google'],
  [['oauth', 'crypto'], { oauthOptions: social(1) }, 'google wallets≤4'],
  [['otp', 'oauth', 'emailMagicLinks'], { oauthOptions: social(1) }, 'google or link'],

  // As many wallets as there is space for.
  [['crypto'], {}, 'wallets≤5'],
  [['crypto'], { oauthOptions: social(3) }, 'wallets≤5'],
  [['crypto', 'oauth'], { oauthOptions: social(5) }, 'wallets≤0 google+apple+github+microsoft+slack'],
  [['crypto', 'oauth'], { oauthOptions: social(7) }, 'wallets≤0 google+apple+github+microsoft+slack+figma+yahoo'],

  // Providers.
  [['oauth'], { oauthOptions: google() }, 'google alone'],
  [['oauth'], { oauthOptions: social(2) }, 'google+apple'],
  [['oauth'], { oauthOptions: { providers: [{ type: 'google' }, { type: 'google' }, { type: 'newer' }] } }, 'google+newer'],
  [['oauth'], {}, NOTHING],
  [['oauth'], { oauthOptions: { providers: [] } }, NOTHING],
  [['oauth'], { oauthOptions: { providers: [null, 'google', {}, { type: 7 }] } }, NOTHING],
  [['oauth', 'emailMagicLinks'], {}, 'link'],
  [['emailMagicLinks', 'otp'], { oauthOptions: google() }, LINKS],

  // The passkey button, unless the browser offers passkeys under an email field. Until that is
  // known, neither.
  [['passkeys'], {}, PASSKEYS_ALONE],
  [['passkeys'], {}, PASSKEYS_ALONE, true],
  [['passkeys', 'otp'], {}, PASSKEYS_ALONE],
  [['passkeys', 'oauth'], { oauthOptions: google() }, 'passkey google', true],
  [['passkeys', 'crypto'], {}, 'passkey wallets≤5', false],
  [['passkeys', 'otp'], { otpOptions: { methods: ['sms'] } }, 'passkey or text', true],
  [['emailMagicLinks', 'passkeys'], {}, 'link'],
  [['emailMagicLinks', 'passkeys'], {}, 'link autofill', true],
  [['emailMagicLinks', 'passkeys'], {}, 'link or passkey', false],
  [['passkeys', 'passwords'], {}, 'passkey or passwords', false],
  [['oauth', 'otp', 'passkeys'], { oauthOptions: google(), otpOptions: codes }, 'google or text email autofill', true],
  [['oauth', 'otp', 'passkeys'], { oauthOptions: google(), otpOptions: codes }, 'google passkey or text email', false],

  // Email links and email codes exclude each other, unless the password form takes them in.
  [['oauth', 'emailMagicLinks', 'otp'], { oauthOptions: google(), otpOptions: codes }, BOTH_EMAILS],
  [['emailMagicLinks', 'otp', 'passwords'], { otpOptions: codes }, 'passwords text'],
  [
    ['emailMagicLinks', 'otp', 'passwords', 'oauth', 'passkeys', 'crypto'],
    { oauthOptions: social(1), otpOptions: codes },
    'passwords text or google wallets≤4 autofill',
    true,
  ],
]

for (const [products, options, shows, autofill] of together) {
  test(`${products.join(', ')} with ${JSON.stringify(options)}, autofill ${autofill}: ${shows}`, () =>
    assert.is(shown({ products, ...options }, { autofill, passkeys: true }), shows))
}

/**
 * In a browser without passkeys, the plan is as if they were not configured, except that they are a
 * valid configuration by themselves.
 */
const without: [products: string[], options: object, shows: string][] = [
  [['passkeys'], {}, PASSKEYS_ALONE],
  [['passkeys', 'otp'], {}, PASSKEYS_ALONE],
  [['passkeys', 'oauth'], { oauthOptions: { providers: [] } }, PASSKEYS_ALONE],
  [['passkeys', 'oauth'], { oauthOptions: google() }, 'google'],
  [['passkeys', 'crypto'], {}, 'wallets≤5'],
  [['passkeys', 'otp'], { otpOptions: { methods: ['sms'] } }, 'text'],
  [['passkeys', 'otp', 'oauth'], { otpOptions: { methods: ['sms'] }, oauthOptions: google() }, 'text or google'],
  [['emailMagicLinks', 'passkeys'], {}, 'link'],
  [['passkeys', 'passwords'], {}, 'passwords'],
  [['otp', 'oauth'], { oauthOptions: google() }, 'google'],
  [['otp'], {}, NOTHING],
]

for (const [products, options, shows] of without) {
  test(`${products.join(', ')} with ${JSON.stringify(options)} in a browser without passkeys: ${shows}`, () => {
    // None of these answers makes the browser support passkeys.
    for (const autofill of [undefined, false, true]) assert.is(shown({ products, ...options }, { autofill, passkeys: false }), shows)
  })
}

test('Main leaves the plan out only for the link form alone', () => {
  for (const products of [undefined, ['emailMagicLinks']] as LoginConfig['products'][]) {
    assert.ok(linksAlone(products || DEFAULT_PRODUCTS))
    assert.is(shown({ products }), LINKS)
  }
  for (const [products, methods, shows] of table) {
    if (linksAlone((products || DEFAULT_PRODUCTS) as NonNullable<LoginConfig['products']>))
      assert.is(shows, LINKS, `${JSON.stringify(products)} with ${JSON.stringify(methods)}`)
  }
  assert.not(linksAlone([]))
  assert.not(linksAlone(['otp']))
  assert.not(linksAlone(['emailMagicLinks', 'otp']))
})

for (const [config, second] of [
  [{ products: ['passwords'] }, undefined],
  [{ products: ['passwords', 'emailMagicLinks'] }, undefined],
  [{ products: ['passwords', 'emailMagicLinks'], emailMagicLinksOptions: {} }, 'link'],
  [{ products: ['passwords'], emailMagicLinksOptions: {} }, undefined],
  [{ products: ['passwords', 'otp'], otpOptions: { methods: ['sms'] } }, undefined],
  [{ products: ['passwords', 'otp'], otpOptions: { methods: ['sms', 'email'] } }, 'code'],
  [{ products: ['passwords', 'emailMagicLinks', 'otp'], emailMagicLinksOptions: {}, otpOptions: { methods: ['email'] } }, 'code'],
] as [LoginConfig, string | undefined][]) {
  test(`beside a password, with ${JSON.stringify(config)}: ${second}`, () => assert.is(secondOf(config), second))
}

test.run()
