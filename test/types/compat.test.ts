/** `latchkey/compat` for TypeScript: the provider's type names, and a host program that compiles with either package (wire.md 1.1). */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('compat types')
const root = fileURLToPath(new URL('../..', import.meta.url))
const theirs = join(root, 'node_modules/@stytch/vanilla-js/dist')
const ours = join(root, 'dist/types/compat')
const entries = ['index.d.ts', 'headless.d.ts', 'b2b/headless.d.ts'].map((file) => join(ours, file))
const counterparts = ['index.d.ts', 'index.headless.d.ts', 'b2b/index.headless.d.ts'].map((file) => join(theirs, file))

const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}
const host = join(root, 'test/types/compatHost.ts')

const complaints = (more: ts.CompilerOptions) =>
  ts
    .getPreEmitDiagnostics(ts.createProgram([host], { ...options, ...more }))
    .map(
      ({ file, start, messageText }) =>
        `${file!.getLineAndCharacterOfPosition(start!).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )

/** The types of a module, by name: enumerations, classes, interfaces and aliases. */
const typeNames = (program: ts.Program, file: string): string[] => {
  const checker = program.getTypeChecker()
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
  return symbols
    .filter((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).flags & ts.SymbolFlags.Type)
    .map(({ name }) => name)
}

/** What nothing here corresponds to: factors that ours has no fields of, the screens of organizations, native SDKs, halves of our calls. */
const foreign = [
  /^\w+OAuthFactor$/,
  /^(WebAuthn|AuthenticatorApp|RecoveryCode|CryptoWallet|Password|Biometric|AccessTokenExchange)Factor$/,
  /^B2B(EmailMagicLinks|SSO|OAuth|Password|EmailOTP|SMSOTP)Options$/,
  /^(B2BOAuthProviderConfig|DirectLoginForSingleMembershipConfig|StytchB2BUIConfig)$/,
  /^RNUI\w+(Options|Config)$/,
  /^(Biometrics\w+(Options|Response)|BiometryType|IHeadlessBiometricsClient)$/,
  /^WebAuthn(Register|Authenticate)StartResponse$/,
  /^OAuthStart(FailureReason|Response)$/,
  /^(StytchSDKErrorOptions|TokenType)$/,
]

test("a host program compiles with the provider's package", () => {
  assert.equal(complaints({}), [])
})

test('and with the drop-in in its place', () => {
  const [main, headless, b2b] = entries as [string, string, string]
  const paths = { '@stytch/vanilla-js': [main], '@stytch/vanilla-js/headless': [headless], '@stytch/vanilla-js/b2b/headless': [b2b] }
  assert.equal(complaints({ paths }), [])
})

test("every type of the provider's that has a counterpart here has its name", () => {
  const program = ts.createProgram([...entries, ...counterparts], options)
  entries.forEach((entry, at) => {
    const names = typeNames(program, entry)
    const missing = typeNames(program, counterparts[at]!).filter((name) => !names.includes(name))
    assert.equal(
      missing.filter((name) => !foreign.some((pattern) => pattern.test(name))),
      [],
      entry,
    )
    assert.equal(
      foreign.filter((pattern) => !missing.some((name) => pattern.test(name))).map(String),
      [],
      `not missing any more in ${entry}`,
    )
  })
})

test.run()
