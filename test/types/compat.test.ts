/** Tests `latchkey/compat` for TypeScript with host programs, for the SDK 5 and 6, that compile with either package. provider.test.ts compares the declarations. */
import '../built/types.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compilerOptions } from './compilerOptions.ts'

const test = suite('compat types')
const root = fileURLToPath(new URL('../..', import.meta.url))
const ours = join(root, 'dist/types/compat')
const entry = (name: string) => [join(ours, `${name}.d.ts`)]

/** The entries that take the place of the provider's. */
const paths = {
  '@stytch/vanilla-js': entry('index'),
  '@stytch/vanilla-js/headless': entry('headless'),
  '@stytch/vanilla-js/b2b/headless': entry('b2b/headless'),
  'provider-6': entry('index'),
  'provider-6/headless': entry('headless'),
  'provider-6/b2b/headless': entry('b2b/headless'),
  '@stytch/react': entry('react'),
  '@stytch/react/headless': entry('react'),
}

const complaints = (host: string, more: ts.CompilerOptions) =>
  ts
    .getPreEmitDiagnostics(
      ts.createProgram([join(root, 'test/types', host)], { ...compilerOptions, jsx: ts.JsxEmit.ReactJSX, types: ['react'], ...more }),
    )
    .map(
      ({ file, start, messageText }) =>
        `${file!.getLineAndCharacterOfPosition(start!).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )

for (const host of ['compatHost.ts', 'compatHost6.tsx']) {
  test(`${host} compiles with the provider's package`, () => {
    assert.equal(complaints(host, {}), [])
  })

  test(`${host} compiles with the drop-in instead`, () => {
    assert.equal(complaints(host, { paths }), [])
  })
}

test.run()
