import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import { getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter } from '@modelcontextprotocol/sdk/server/auth/router.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import express from 'express'
import { z } from 'zod'
import { metadata, verifyAccessToken } from './access.js'
import { RESOURCE } from './project.js'

/** The notes of each user. */
const notes = new Map()
const notesOf = (user_id) => notes.get(user_id) ?? notes.set(user_id, ['Water the plants']).get(user_id)

const text = (words) => ({ content: [{ type: 'text', text: words }] })

/**
 * Runs a tool if the visitor has granted its scope. They can leave out some, so a token does not
 * always have every scope.
 */
const needing =
  (scope, act) =>
  (given, { authInfo }) =>
    authInfo.scopes.includes(scope)
      ? text(act(given, authInfo.extra.user_id))
      : { ...text(`You have not been allowed to do this: it needs the scope ${scope}.`), isError: true }

const createServer = () => {
  const server = new McpServer({ name: 'Notes', version: '1.0.0' })
  server.registerTool(
    'list_notes',
    { description: 'Lists the notes of the user', inputSchema: {} },
    needing('notes:read', (_, user_id) => notesOf(user_id).join('\n')),
  )
  server.registerTool(
    'add_note',
    { description: 'Adds a note', inputSchema: { note: z.string() } },
    needing('notes:write', ({ note }, user_id) => `There are ${notesOf(user_id).push(note)} notes now.`),
  )
  return server
}

/** The MCP server, and the metadata from which clients learn who lets them in (RFC 9728). */
export const mcp = express.Router()
mcp.use(
  mcpAuthMetadataRouter({
    oauthMetadata: metadata,
    resourceServerUrl: new URL(RESOURCE),
    resourceName: 'Notes',
    scopesSupported: ['openid', 'offline_access', 'notes:read', 'notes:write'],
  }),
)
mcp.all(
  '/mcp',
  requireBearerAuth({
    verifier: { verifyAccessToken },
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(RESOURCE)),
  }),
  express.json(),
  async (request, response) => {
    const server = createServer()
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    response.on('close', () => {
      void transport.close()
      void server.close()
    })
    await server.connect(transport)
    await transport.handleRequest(request, response, request.body)
  },
)
