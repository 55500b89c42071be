import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../paths.ts'

/**
 * Pieces of Preact's own build, and what takes their place. Names are as that build shortens them,
 * so an update of Preact may need other pieces here.
 */
const pieces: [piece: string | RegExp, instead: string][] = [
  // An element on the page can hide `document.createTextNode`. No component of ours is a customized
  // built-in element.
  ['M=a.ownerDocument||document,', ''],
  ['M.createTextNode(x)', 'safeDocument.createTextNode(x)'],
  ['M.createElementNS(f,C,x.is?x:a)', 'safeDocument.createElementNS(f,C)'],

  // No widget renders into a document.
  ['9==r.nodeType&&(r=r.documentElement),', ''],

  // No screen sets HTML, and now none can.
  ['"dangerouslySetInnerHTML"==s?y=k:', ''],
  ['"dangerouslySetInnerHTML"==s?h=k:', ''],
  ['h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):(y&&(t.textContent=""),', '('],

  // No screen is a portal.
  ['"function"!=typeof n.type||n.props.__P?', '"function"!=typeof n.type?'],
  ['n.__c&&!n.props.__P)', 'n.__c)'],
  ['if(n.props.__P)return t;', ''],
  [/M\.__P&&\(s=l,.*?:null\),/, ''],
  ['M.__P&&(r.__e=null,l=s),', ''],
  ['"function"!=typeof t.type||u&&!t.props.__P', '"function"!=typeof t.type||u'],

  // No screen suspends; chunks load by src/ui/chunks/chunk.ts.
  ['128&u.__u&&(c=32&u.__u,s=u.__c.__z)&&(r.__u|=c,p=o=[],8==s.nodeType?l=B(s,o):o.push(s),l=o[0]||l),', ''],
  [',p&&p.some(g)', ''],
  [/if\(t&&t\.then\)\{.*?\}else o&&o\.some\(g\)/, 'o&&o.some(g)'],
  ['t&&t.then||D(r)', 'D(r)'],
  [/function B\(n,t\)\{.*?t&&t\.push\(n\)\}\}/, ''],
  ['!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&(i==t.__e&&o.some(g),g(f),g(i)),', ''],
  ['&&!t.data.startsWith("$s")', ''],
]

/**
 * Takes out of Preact what no screen uses, and puts the document of src/browser/safeDocument.ts in
 * the place of its own.
 */
export const preactParts: Plugin = {
  name: 'latchkey-preact-parts',
  transform(code, id) {
    if (!/\/preact\/dist\/preact\.mjs$/.test(id)) return null
    let ours = code
    for (const [piece, instead] of pieces) {
      const before = ours
      ours = ours.replace(piece, instead)
      if (ours === before) throw new Error(`Preact has changed: build/plugins/preactParts.ts does not find ${piece}`)
    }
    return { code: `import { safeDocument } from ${JSON.stringify(join(root, 'src/browser/safeDocument.ts'))}\n${ours}`, map: null }
  },
}
