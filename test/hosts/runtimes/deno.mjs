import process from 'node:process'
import { create } from './app.mjs'

const port = Number(process.env.PORT)
Deno.serve({ port, onListen: () => console.log('ready') }, create(`http://localhost:${port}`))
