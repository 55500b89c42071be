// An agent: it asks to be let in, reads the notes, and reads them again every second until it is no
// longer allowed to.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const server = new URL(process.argv[2] ?? 'http://localhost:3000/mcp')

// The visitor comes back to any free port of this computer (RFC 8252, section 7.3).
const callback = createServer().listen(0, '127.0.0.1')
await once(callback, 'listening')
const redirectUrl = `http://127.0.0.1:${callback.address().port}/callback`

const kept = {}
let asks = true
const state = crypto.randomUUID()
/** What the official client keeps, and how it sends the visitor away. */
const authProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: 'Notes agent',
    redirect_uris: [redirectUrl],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  state: () => state,
  clientInformation: () => kept.client,
  saveClientInformation: (client) => (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => (kept.verifier = verifier),
  invalidateCredentials: (what) => what !== 'verifier' && delete kept.tokens,
  redirectToAuthorization: (url) => {
    if (asks) console.log(`To let the agent in, open ${url}`)
  },
}

/**
 * Resolves with the code that the visitor brings back, if the provider that was asked sent them
 * (RFC 9207).
 */
const comesBack = () =>
  new Promise((resolve) => {
    callback.on('request', (request, response) => {
      const { searchParams: answer } = new URL(request.url, redirectUrl)
      if (answer.get('state') !== state || new URL(answer.get('iss')).href !== new URL(kept.client.issuer).href) {
        return response.writeHead(400).end('This is no answer to what the agent asked.')
      }
      response.end(
        answer.has('code') ? 'The agent is let in. You can close this page.' : `The agent is not let in: ${answer.get('error')}.`,
      )
      resolve(answer.get('code'))
    })
  })

const connect = async () => {
  const transport = new StreamableHTTPClientTransport(server, { authProvider })
  const client = new Client({ name: 'Notes agent', version: '1.0.0' })
  try {
    await client.connect(transport)
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    const code = await comesBack()
    if (!code) process.exit(1)
    await transport.finishAuth(code)
    return connect()
  }
  return client
}

const client = await connect()
asks = false
let last
try {
  while (true) {
    const { content } = await client.callTool({ name: 'list_notes', arguments: {} })
    if (content[0].text !== last) console.log(`The notes: ${(last = content[0].text)}`)
    await wait(1000)
  }
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error
  console.log('The agent is no longer let in.')
}
process.exit()
