import { transform } from 'esbuild'
import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { CallExpression, Expression, Node, ObjectExpression, Program, Property } from 'estree'
import { walk } from 'estree-walker'
import MagicString from 'magic-string'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'rollup'
import { parseAst } from 'rollup/parseAst'
import { root } from '../checkout.ts'
import { nameOf, type Placed } from './syntax.ts'

/** What the sources ask. */
const constant = 'src/api/hostChecks.ts'
/** Where calls are declared. */
const declarations = 'src/api/'
/** What of a declaration is for checks alone (src/api/call.ts). */
const rules = ['method', 'needs']

/** The text that `'a ' + 'b'` is, undefined where it is none. */
const textOf = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const [left, right] = [textOf(node.left as Expression), textOf(node.right)]
  return left !== undefined && right !== undefined ? left + right : undefined
}

/** Removes the properties that are for checks, with the commas behind them. */
const leaveRulesOut = ({ properties }: ObjectExpression, text: MagicString, code: string) => {
  for (const property of properties as Placed<Property>[]) {
    if (property.type !== 'Property' || !rules.includes(nameOf(property.key)) || property.value.type === 'FunctionExpression') continue
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
    text.remove(property.start, property.end + comma)
  }
}

/** Of what a call of organizations says of its fields (src/api/b2b/call.ts), what the client adds, and what a string stands for. */
const leaveFieldsOut = ({ arguments: given }: CallExpression, text: MagicString) => {
  const [path, fields] = given as Placed<Expression>[]
  const said = textOf(fields)
  if (said === undefined) return
  const left = said.split(' ').flatMap((word) => /^(\+\S+|\$\w+)/.exec(word)?.[0] ?? [])
  if (left.length > 0) text.overwrite(fields!.start, fields!.end, JSON.stringify(left.join(' ')))
  else text.remove(path!.end, fields!.end)
}

/** `call('POST /otps', { guard: 'retry' })` as the object that it makes: a bundler may leave an object out, where it cannot know what a function does. */
const asObject = ({ arguments: given, ...node }: Placed<CallExpression>, text: MagicString) => {
  const [route, rest] = given as Placed<Expression>[]
  text.overwrite(node.start, route!.start, '({ route: ')
  if (rest) text.overwrite(route!.end, rest.start, ', ...')
  text.overwrite((rest ?? route!).end, node.end, ' })')
}

/**
 * A declaration of calls, compiled to JavaScript, without what is for the checks of what a host gives: `method` and `needs`, and the fields that `post('path', 'fields')`
 * and its like have checked. What `call()` makes stands in its place. Pure.
 */
export const withoutRules = (code: string): string => {
  const text = new MagicString(code)
  const program = parseAst(code) as Program
  const declaring = program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && /\/call\.ts$/.test(String(node.source.value))
      ? node.specifiers.map(({ local }) => local.name)
      : [],
  )
  walk(program as Node, {
    enter(node: Node) {
      if (node.type === 'ObjectExpression') leaveRulesOut(node, text, code)
      if (node.type !== 'CallExpression' || !declaring.includes(nameOf(node.callee))) return
      if (nameOf(node.callee) === 'call') asObject(node as Placed<CallExpression>, text)
      else leaveFieldsOut(node, text)
    },
  })
  return text.toString()
}

const imported = /^import \{ hostChecks \} from .*$/m

/** A module, compiled to JavaScript, to which `hostChecks` is false: written in its place, so that each file leaves out what hangs on it. Pure. */
export const withoutConstant = (code: string): string =>
  imported.test(code) ? code.replace(imported, '').replace(/\bhostChecks\b/g, 'false') : code

/** A compiled source as it is in a build without these checks. */
const changed = (id: string, code: string): string =>
  withoutConstant(relative(root, id).startsWith(declarations) ? withoutRules(code) : code)

/** Builds an entry without the checks of what a host gives to methods, and without advice on the console. Behind what compiles TypeScript. */
export const withoutHostChecks: Plugin = {
  name: 'latchkey-without-host-checks',
  transform: (code, id) => ({ code: changed(id, code), map: null }),
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
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', target: 'es2022' })
      return { contents: changed(path, code) }
    }),
}
