import type { Node } from 'estree'
import { walk } from 'estree-walker'
import MagicString from 'magic-string'
import type { Plugin } from 'rollup'
import type { WithSpan } from '../syntax.ts'

/**
 * Tells a host's bundler to leave every `import()` with a computed URL alone, because it loads
 * files that lie beside ours. Runs after the minifier, which removes comments.
 */
export const computedImports: Plugin = {
  name: 'latchkey-computed-imports',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const text = new MagicString(chunk.code)
      walk(this.parse(chunk.code) as Node, {
        enter(node: Node) {
          if (node.type !== 'ImportExpression' || node.source.type === 'Literal') return
          const { start } = node.source as WithSpan<Node>
          text.appendLeft(start, '/*@vite-ignore*//*webpackIgnore:true*/')
          // esbuild knows no such comment: it searches for files behind a path that begins with a
          // dot, and warns that it finds none
          if (node.source.type === 'TemplateLiteral') text.appendRight(start + 1, `\${[]}`)
        },
      })
      chunk.code = text.toString()
    }
  },
}
