/**
 * The address of a server of your own, such as examples/own-server, whose Better Auth lets agents
 * in. Without it, the provider does, or its emulator.
 */
export const { BACKEND } = process.env
// `latchkey dev` sets those that begin with STYTCH. In production, set the values of your project;
// STYTCH_ISSUER is its custom domain, and STYTCH_BASE_URL is left out.
export const { PORT = '3000', STYTCH_PROJECT_ID, STYTCH_SECRET, STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL } = process.env

/** The provider's API. */
export const API =
  STYTCH_BASE_URL ?? (STYTCH_PROJECT_ID?.startsWith('project-live-') ? 'https://api.stytch.com' : 'https://test.stytch.com')
/** Who issues the tokens. */
export const ISSUER = BACKEND ? `${BACKEND}/api/auth` : (process.env.STYTCH_ISSUER ?? STYTCH_BASE_URL)
/** Where this server is. In production: your origin. */
export const ORIGIN = process.env.ORIGIN ?? `http://localhost:${PORT}`
/** The MCP server. Tokens for anything else are refused. */
export const RESOURCE = `${ORIGIN}/mcp`
