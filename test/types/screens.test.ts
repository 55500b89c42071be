/**
 * Checks that screens, which are written for React, compile only with what the replacement on
 * Preact has (tsconfig.screens.json).
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compilerHost } from '../harness/compilerHost.ts'

const test = suite('types of screens')
const root = fileURLToPath(new URL('../..', import.meta.url))
const sample = join(root, 'src/ui/Sample.tsx')

/** The compiler's errors for a screen with this text. */
const complaints = (text: string, config: string) => {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, config), ts.sys.readFile).config, ts.sys, root)
  const program = ts.createProgram([sample], options, compilerHost(options, { [sample]: text }))
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(sample))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

const screen = (more = '') => `import { useRef, useState, type ReactNode } from 'react'
  export const Sample = ({ children }: { children: ReactNode }) => {
    const [text, setText] = useState('')
    const input = useRef<HTMLInputElement>(null)
    return <label className="lk-label">{children}<input ref={input} value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
  }
  ${more}`

test('a screen that uses what both frameworks have compiles on both', () => {
  for (const config of ['tsconfig.json', 'tsconfig.screens.json']) assert.equal(complaints(screen(), config), [], config)
})

test('a screen that uses more of React compiles only on React', () => {
  const more = screen(`export { forwardRef, memo, Suspense, useSyncExternalStore } from 'react'
    export { createPortal } from 'react-dom'
    export const Other = () => <input onInput={({ nativeEvent }) => nativeEvent} />`)
  assert.equal(complaints(more, 'tsconfig.json'), [])
  const named = complaints(more, 'tsconfig.screens.json').map((message) => /'(\w+)'/.exec(message)?.[1])
  assert.equal(named, ['forwardRef', 'memo', 'Suspense', 'useSyncExternalStore', 'createPortal', 'nativeEvent'])
})

test.run()
