// runs worker.mjs in workerd, as Cloudflare does
import { readFileSync } from 'node:fs'
import { Miniflare } from 'miniflare'

const modules = [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync('worker.bundle.mjs', 'utf8') }]
const options = { compatibilityDate: '2026-01-01', compatibilityFlags: ['nodejs_compat'], cf: false }
await new Miniflare({ port: Number(process.env.PORT), modules, ...options }).ready
console.log('ready')
