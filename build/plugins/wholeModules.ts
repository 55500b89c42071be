import type { CallExpression, Expression, Node, Program, Property } from 'estree'
import { walk } from 'estree-walker'
import MagicString from 'magic-string'
import { dirname, join } from 'node:path'
import type { OutputChunk, Plugin } from 'rollup'
import { nameOf, type WithSpan } from './syntax.ts'

/**
 * The properties of `{__proto__:null,open:a,close:function(){}}`, or undefined for anything else.
 */
const propertiesOf = (value: Expression | null | undefined): Property[] | undefined => {
  if (value?.type !== 'ObjectExpression') return undefined
  const [first, ...rest] = value.properties as Property[]
  return first && nameOf(first.key) === '__proto__' && rest.every(({ kind, method }) => kind === 'init' && !method) ? rest : undefined
}

/** What `function(e){return e.k}` returns, here `e.k`. */
const resultOf = (node: Node | undefined): Expression | null | undefined => {
  if (node?.type !== 'FunctionExpression' && node?.type !== 'ArrowFunctionExpression') return undefined
  const body = node.body.type === 'BlockStatement' ? node.body.body[0] : node.body
  return body?.type === 'ReturnStatement' ? body.argument : (body as Expression | undefined)
}

/**
 * Whether a chunk imports a file that it contains itself, and so needs its object:
 * `Promise.resolve().then(function(){return k})`.
 */
const needsItself = (program: Program, local: string): boolean => {
  let isNeeded = false
  walk(program as Node, {
    enter(node: Node) {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || nameOf(node.callee.property) !== 'then') return
      const value = resultOf(node.arguments[0])
      if (value?.type === 'Identifier' && value.name === local) isNeeded = true
    },
  })
  return isNeeded
}

/** Whether this export of a chunk is an object of a file's exports that only other chunks use. */
const isObject = (program: Program, name: string): boolean => {
  const local = offersOf(program).get(name)
  return (
    !!local &&
    program.body.some(
      (node) => node.type === 'VariableDeclaration' && node.declarations.some(({ id, init }) => nameOf(id) === local && propertiesOf(init)),
    ) &&
    !needsItself(program, local)
  )
}

/**
 * For `import('./c/kit.js').then(function(e){return e.k})`, returns the file, the name `k`, and
 * both expressions.
 */
const pickOf = (node: Node): { file: string; name: string; importNode: WithSpan<Node>; whole: WithSpan<Node> } | undefined => {
  const { callee, arguments: parameters } = node as CallExpression
  if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression' || callee.object.type !== 'ImportExpression') return undefined
  const { source } = callee.object
  const value = resultOf(parameters[0])
  if (source.type !== 'Literal' || value?.type !== 'MemberExpression') return undefined
  return {
    file: String(source.value),
    name: nameOf(value.property),
    importNode: callee.object as WithSpan<Node>,
    whole: node as WithSpan<Node>,
  }
}

/**
 * Makes `import()` of a shared chunk resolve with the chunk itself. rollup makes an object of the
 * file's exports in such a chunk, beside the exports that others use, and each `import()` picks
 * that object: 26 bytes on the first screen, and about 30 in each such chunk. Here the chunk
 * exports by name what the object would hold.
 */
export const wholeModules: Plugin = {
  name: 'latchkey-whole-modules',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
    const programs = new Map(chunks.map((chunk) => [chunk, this.parse(chunk.code) as Program]))
    const texts = new Map(chunks.map((chunk) => [chunk, new MagicString(chunk.code)]))
    const picks = new Map<OutputChunk, Set<string>>()
    for (const chunk of chunks) {
      walk(programs.get(chunk)! as Node, {
        enter(node: Node) {
          const pick = pickOf(node)
          const from = pick && (bundle[join(dirname(chunk.fileName), pick.file)] as OutputChunk | undefined)
          // Otherwise the source picks something itself, or the chunk needs the object.
          if (!from || !isObject(programs.get(from)!, pick.name)) return
          picks.set(from, (picks.get(from) ?? new Set()).add(pick.name))
          texts.get(chunk)!.remove(pick.importNode.end, pick.whole.end)
        },
      })
    }
    for (const [chunk, names] of picks) exportContents(chunk, names, programs.get(chunk)!, texts.get(chunk)!)
    for (const chunk of chunks) chunk.code = texts.get(chunk)!.toString()
  },
}

/** The exports of a chunk, from exported to local names. */
const offersOf = ({ body }: Program): Map<string, string> =>
  new Map(
    body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && !node.source
        ? node.specifiers.map(({ exported, local }) => [nameOf(exported), nameOf(local)] as const)
        : [],
    ),
  )

/** Makes a chunk export the content of the objects called `names` instead of the objects. */
const exportContents = (chunk: OutputChunk, names: Set<string>, program: Program, text: MagicString) => {
  const offers = offersOf(program)
  const objects = [...names].map((name) => offers.get(name))
  for (const name of names) offers.delete(name)
  for (const node of program.body as WithSpan<Program['body'][number]>[]) {
    if (node.type === 'ExportNamedDeclaration' && !node.source) text.remove(node.start, node.end)
    if (node.type !== 'VariableDeclaration') continue
    const declarations = node.declarations as WithSpan<(typeof node.declarations)[number]>[]
    const isLeft = declarations.map(({ id }) => !objects.includes(nameOf(id)))
    for (const [at, { init, start, end }] of declarations.entries()) {
      if (isLeft[at]) continue
      // An expression that terser has inlined into the object becomes a variable.
      let behind = start
      for (const property of propertiesOf(init)!) {
        const name = nameOf(property.key)
        const value = property.value as WithSpan<Expression>
        const local = value.type === 'Identifier' ? value.name : `$${value.start}`
        if ((offers.get(name) ?? local) !== local) throw new Error(`${chunk.fileName}: '${name}' is two things`)
        offers.set(name, local)
        if (value.type === 'Identifier') continue
        text.overwrite(behind, value.start, `${behind === start ? '' : ','}${local}=`)
        behind = value.end
      }
      if (behind > start) {
        text.remove(behind, end)
        isLeft[at] = true
      } else if (isLeft.slice(0, at).includes(true)) text.remove(declarations[at - 1]!.end, end)
      else if (declarations[at + 1]) text.remove(start, declarations[at + 1]!.start)
      else text.remove(node.start, node.end)
    }
  }
  text.append(`export{${[...offers].map(([name, local]) => (name === local ? name : `${local} as ${name}`)).join()}};\n`)
}
