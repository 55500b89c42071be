import { createServer } from 'node:net'

/**
 * The ports for programs that a test starts. They lie below those that a system gives to outgoing
 * connections and to servers that ask for any port: 32768 and up on Linux, 49152 and up elsewhere
 * (RFC 6335, section 6). Otherwise one of those could take a port before its program is built and
 * started, which can be minutes later.
 */
const FIRST = 20_000
/** Each lane of the runner has this many ports of its own, so that no file takes another's. */
const OF_LANE = 200
const PAIRS = OF_LANE / 2
const LANES = Math.floor((32_768 - FIRST) / OF_LANE)

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)))
  })

// Two runs at the same time have the same lanes, so each process begins somewhere else.
let pair = Math.floor(Math.random() * PAIRS)

/**
 * A port that nothing listens on, nor on the next one, which is the caller's too. Calls of one
 * process return different ports, until each of its lane was returned once.
 */
export const freePort = async (): Promise<number> => {
  const first = FIRST + (Number(process.env.LATCHKEY_LANE ?? 0) % LANES) * OF_LANE
  for (let tries = 0; tries < PAIRS; tries++) {
    const port = first + (pair++ % PAIRS) * 2
    if ((await canListen(port)) && (await canListen(port + 1))) return port
  }
  throw new Error(`No two ports from ${first} to ${first + OF_LANE - 1} are free. End the programs that listen there.`)
}
