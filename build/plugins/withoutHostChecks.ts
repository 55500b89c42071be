import { floor } from '../floor.ts'
import { transform } from 'esbuild'
import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { CallExpression, Expression, Node, ObjectExpression, Program, Property } from 'estree'
import { walk } from 'estree-walker'
import MagicString from 'magic-string'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'rollup'
import { parseAst } from 'rollup/parseAst'
import { root } from '../paths.ts'
import { nameOf, type WithSpan } from '../syntax.ts'

/** The module whose constant the sources test. */
const constant = 'src/api/hostChecks.ts'
/** The folder where calls are declared. */
const declarations = 'src/api/'
/** The properties of a declaration that only checks use (src/api/call.ts). */
const rules = ['method', 'needs']

/** Removes the properties that only checks use, and the commas after them. */
const leaveRulesOut = ({ properties }: ObjectExpression, text: MagicString, code: string) => {
  for (const property of properties as WithSpan<Property>[]) {
    if (property.type !== 'Property' || !rules.includes(nameOf(property.key)) || property.value.type === 'FunctionExpression') continue
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
    text.remove(property.start, property.end + comma)
  }
}

/**
 * Replaces `call('POST /otps', { guard: 'retry' })` with the object that it returns. A bundler can
 * drop an unused object, but not a call of a function that it cannot see into.
 */
const asObject = ({ arguments: parameters, ...node }: WithSpan<CallExpression>, text: MagicString) => {
  const [route, rest] = parameters as WithSpan<Expression>[]
  text.overwrite(node.start, route!.start, '({ route: ')
  if (rest) text.overwrite(route!.end, rest.start, ', ...')
  text.overwrite((rest ?? route!).end, node.end, ' })')
}

/**
 * Removes from compiled declarations of calls what only the checks of a host's arguments use:
 * `method` and `needs`. Replaces `call()` with the object that it returns. Pure.
 */
export const withoutRules = (code: string): string => {
  const text = new MagicString(code)
  const program = parseAst(code) as Program
  const importsCall = program.body.some(
    (node) =>
      node.type === 'ImportDeclaration' &&
      /\/call\.ts$/.test(String(node.source.value)) &&
      node.specifiers.some(({ local }) => local.name === 'call'),
  )
  walk(program as Node, {
    enter(node: Node) {
      if (node.type === 'ObjectExpression') leaveRulesOut(node, text, code)
      if (importsCall && node.type === 'CallExpression' && nameOf(node.callee) === 'call') asObject(node as WithSpan<CallExpression>, text)
    },
  })
  return text.toString()
}

const importLine = /^import \{ hostChecks \} from .*$/m

/**
 * Writes `false` for `hostChecks` in a compiled module, so that each file drops the code that
 * depends on it. Pure.
 */
export const withoutConstant = (code: string): string =>
  importLine.test(code) ? code.replace(importLine, '').replace(/\bhostChecks\b/g, 'false') : code

/** Returns a compiled source as it is in a build without these checks. */
const withoutChecks = (id: string, code: string): string =>
  withoutConstant(relative(root, id).startsWith(declarations) ? withoutRules(code) : code)

/**
 * Builds an entry without the checks of a host's arguments and without advice on the console. Runs
 * after the TypeScript compiler.
 */
export const withoutHostChecks: Plugin = {
  name: 'latchkey-without-host-checks',
  transform: (code, id) => ({ code: withoutChecks(id, code), map: null }),
  moduleParsed({ id }) {
    if (relative(root, id) === constant)
      throw new Error(`${constant} is part of a build without checks. Import it as \`import { hostChecks }\``)
  },
}

/** The same for esbuild. */
export const withoutHostChecksInEsbuild: EsbuildPlugin = {
  name: 'latchkey-without-host-checks',
  setup: (build) =>
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', ...floor.syntax })
      return { contents: withoutChecks(path, code) }
    }),
}
