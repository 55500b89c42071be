import { create } from './app.mjs'

const port = Number(process.env.PORT)
Bun.serve({ port, fetch: create(`http://localhost:${port}`) })
console.log('ready')
