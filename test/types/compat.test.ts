/** Tests `latchkey/compat` for TypeScript with a host program that compiles with either package. provider.test.ts compares the declarations. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compilerOptions } from './compilerOptions.ts'

const test = suite('compat types')
const root = fileURLToPath(new URL('../..', import.meta.url))
const ours = join(root, 'dist/types/compat')
const entries = ['index.d.ts', 'headless.d.ts', 'b2b/headless.d.ts'].map((file) => join(ours, file))

const host = join(root, 'test/types/compatHost.ts')

const complaints = (more: ts.CompilerOptions) =>
  ts
    .getPreEmitDiagnostics(ts.createProgram([host], { ...compilerOptions, ...more }))
    .map(
      ({ file, start, messageText }) =>
        `${file!.getLineAndCharacterOfPosition(start!).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )

test("a host program compiles with the provider's package", () => {
  assert.equal(complaints({}), [])
})

test('and with the drop-in instead', () => {
  const [main, headless, b2b] = entries as [string, string, string]
  const paths = { '@stytch/vanilla-js': [main], '@stytch/vanilla-js/headless': [headless], '@stytch/vanilla-js/b2b/headless': [b2b] }
  assert.equal(complaints({ paths }), [])
})

test.run()
