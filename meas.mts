import { build } from 'esbuild'
import z from 'node:zlib'
const r = await build({ entryPoints: ['src/products/secondFactor/confirmation/index.tsx'], bundle: true, minify: true, format: 'esm', write: false, jsx: 'transform', jsxFactory: 'h', jsxFragment: 'F', mangleProps: undefined, loader: { '.css': 'text' },
 plugins: [{ name: 'x', setup(b) { b.onResolve({ filter: /.*/ }, (a) => a.kind === 'entry-point' || /confirmation|confirmWays|prove|closeOnBack|ConfirmDialog|dialog\.css|^\.\/words/.test(a.path) ? undefined : { path: 'w.js', external: true }) } }] })
const s = r.outputFiles[0]!.text
console.log(s.length, z.brotliCompressSync(Buffer.from(s), { params: { [z.constants.BROTLI_PARAM_QUALITY]: 11 } }).length)
if (process.argv[2]) console.log(s)
