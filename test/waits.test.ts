/**
 * Checks that no test waits for a fixed time, gives up before a busy machine has come to it, or
 * takes the time on a clock that goes on while others compute. A test waits for an event, or it
 * controls the clock (the emulator's, a page's, or fake timers).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Finds `setTimeout(resolve, 30)` within `new Promise`, `page.waitForTimeout(30)`, `pause(30)`,
 * `sleep(30)` and `settled(30)`.
 */
const fixedWaits = (name: string, text: string): string[] => {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const isNumber = (node: ts.Node | undefined): boolean =>
    Boolean(node && ts.isNumericLiteral(node) && Number(node.text.replaceAll('_', '')) > 0)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(source)
      const [first, second] = node.arguments
      const waits = ['waitForTimeout', 'pause', 'sleep', 'settled', 'delay', 'wait'].includes(called) && isNumber(first)
      const promises =
        called === 'setTimeout' &&
        isNumber(second) &&
        ts.findAncestor(node, (parent) => ts.isNewExpression(parent) && parent.expression.getText(source) === 'Promise')
      if (waits || promises) found.push(node.getText(source))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** How long a test must be ready to wait for what happens, in ms. */
const PATIENCE = 20_000

/**
 * What a time limit of the product takes at most, in a test that it ends what would never end, in
 * ms. Less would measure the machine.
 */
const LIMIT = 4000

/**
 * Finds `page.setDefaultTimeout(8_000)`, `until(shown, 'it', 5_000)` and
 * `performance.now() - start < 1000`.
 */
const shortPatience = (name: string, text: string): string[] => {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const isBelow = (node: ts.Node | undefined, limit: number) =>
    Boolean(node && ts.isNumericLiteral(node) && Number(node.text.replaceAll('_', '')) < limit)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(source)
      const [first, , third] = node.arguments
      if ((called === 'setDefaultTimeout' && isBelow(first, PATIENCE)) || (called === 'until' && isBelow(third, PATIENCE)))
        found.push(node.getText(source))
    }
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.LessThanToken &&
      isBelow(node.right, LIMIT) &&
      /(performance|Date)\.now\(\) -/.test(node.left.getText(source))
    )
      found.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('the search finds a test that gives up soon, or times a computation with a clock', () => {
  for (const text of ['page.setDefaultTimeout(8_000)', "until(() => shown, 'it', 5000)", 'assert.ok(performance.now() - start < 1000)'])
    assert.is(shortPatience('a.ts', text).length, 1, text)
  for (const text of [
    'context.setDefaultTimeout(PATIENCE)',
    "until(() => shown, 'it', 60_000)",
    "until(() => shown, 'it')",
    'assert.ok(performance.now() - start < 10_000)',
    'performance.now() - start >= 55',
  ])
    assert.equal(shortPatience('a.ts', text), [], text)
})

test('the search finds a fixed wait', () => {
  const waits = [
    'page.waitForTimeout(50)',
    'pause(1_000)',
    'settled(60)',
    'new Promise((done) => setTimeout(done, 30))',
    'new Promise((done) => { setTimeout(() => done(1), 30) })',
  ]
  for (const text of waits) assert.is(fixedWaits('a.ts', text).length, 1, text)
  for (const text of [
    'settled()',
    'until(() => shown)',
    'setTimeout(act, ms)',
    'clock.tick(800)',
    'setTimeout(act, 10)',
    'new Promise((done) => setTimeout(done, 0))',
  ]) {
    assert.equal(fixedWaits('a.ts', text), [], text)
  }
})

test('no test does', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|mjs)$/.test(name) && name !== 'waits.test.ts',
  )
  const texts = files.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
  // Parsing is slow, and most files cannot contain one.
  const suspects = texts.filter(([, text]) =>
    /\b(waitForTimeout|pause|sleep|settled|delay|wait|setDefaultTimeout)\(\d|\bsetTimeout\(|\.now\(\) - \w+ <|\buntil\(.*, [\d_]+\)/.test(
      text,
    ),
  )
  assert.equal(
    suspects.flatMap(([name, text]) => [...fixedWaits(name, text), ...shortPatience(name, text)].map((wait) => `${name}: ${wait}`)),
    [],
  )
})

test.run()
