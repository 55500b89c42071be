/**
 * Tests `latchkey/compat` for TypeScript with host programs, for the SDK 5 and 6, that compile with
 * either package. provider.test.ts compares the declarations.
 */
import '../built/types.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compilerHost } from '../harness/compilerHost.ts'
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

const complaints = (host: string, more: ts.CompilerOptions) => {
  const options = { ...compilerOptions, jsx: ts.JsxEmit.ReactJSX, types: ['react'], ...more }
  return ts
    .getPreEmitDiagnostics(ts.createProgram([join(root, 'test/types', host)], options, compilerHost(options)))
    .map(
      ({ file, start, messageText }) =>
        `${file!.getLineAndCharacterOfPosition(start!).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
}

for (const host of ['compatHost.ts', 'compatHost6.tsx', 'changelogHost.ts']) {
  test(`${host} compiles with the provider's package`, () => {
    assert.equal(complaints(host, {}), [])
  })

  test(`${host} compiles with the drop-in instead`, () => {
    assert.equal(complaints(host, { paths }), [])
  })
}

/** The events that the provider's widgets for users have. */
const events = `
  import type { StytchEvent as Theirs } from 'provider-6'
  import type { StytchEvent as Ours } from '${ours}/index'
  type DataOf<Event, Type> = Event extends { type: infer Own extends string; data: infer Data } ? (\`\${Own}\` extends Type ? Data : never) : never
  type TypesOf<Event extends { type: string }> = \`\${Event['type']}\`
  type ForUsers = Exclude<TypesOf<Theirs>, \`B2B_\${string}\`>
  type Missing = Exclude<ForUsers, TypesOf<Ours>>
  export const none: [Missing] extends [never] ? true : Missing = true
  type Wrong = { [Type in ForUsers]: DataOf<Ours, Type> extends Simplified<DataOf<Theirs, Type>> ? never : Type }[ForUsers]
  type Simplified<Data> = { [Name in keyof Data]: unknown }
  export const same: [Wrong] extends [never] ? true : Wrong = true
`

test('every event has the data that the types of the provider promise', () => {
  const file = join(root, 'test/types/events.ts')
  const options = { ...compilerOptions, types: ['react'] }
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, compilerHost(options, { [file]: events })))
  assert.equal(
    found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    [],
  )
})

test.run()
