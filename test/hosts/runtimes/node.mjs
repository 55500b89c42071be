import { createServer } from 'node:http'
import process from 'node:process'
import { create } from './app.mjs'

const port = Number(process.env.PORT)
const answer = create(`http://localhost:${port}`)

/** The web's request from one of Node, and back, as a host's framework does it. */
createServer(async (incoming, outgoing) => {
  const parts = []
  for await (const part of incoming) parts.push(part)
  const body = parts.length > 0 ? Buffer.concat(parts) : undefined
  const url = `http://localhost:${port}${incoming.url}`
  const response = await answer(new Request(url, { method: incoming.method, headers: incoming.headers, body }))
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}).listen(port, () => console.log(`ready on ${process.version}`))
