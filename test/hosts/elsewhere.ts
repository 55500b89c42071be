/** Shops whose Better Auth is a process of its own. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { until } from '../chromium/visitors.ts'
import { root } from './application.ts'
import { createShop, type Load, type startProvider } from './shop.ts'

const running = new Set<ChildProcess>()

/** Ends every process that was started here. */
export const closeElsewhere = (): void => {
  for (const child of running) child.kill()
  running.clear()
}

/**
 * Creates a shop on SQLite in a file, with functions of this process for tests, and the bridge in
 * front of another process on the same file. Its options are JSON.
 */
export const createElsewhere = async (
  load: Load,
  { folder, file }: { folder: string; file: string },
  provider: Awaited<ReturnType<typeof startProvider>>,
  options: Parameters<typeof createShop>[3] = {},
) => {
  const { LibsqlDialect } = await load('@libsql/kysely-libsql')
  const database = { dialect: new LibsqlDialect({ url: `file:${file}` }), type: 'sqlite' }
  let other: ChildProcess
  const shop = await createShop(load, database, provider, options, async (given, send) => {
    const args = [JSON.stringify({ folder, file, issuer: provider.issuer, options: given })]
    const child = fork(join(root, 'test/hosts/authProcess.ts'), args, { cwd: root, execArgv: ['--import', 'tsx'] })
    running.add((other = child))
    let port = 0
    let pongs = 0
    let pings = 0
    child.on('message', (message: { port?: number; to?: string; text?: string }) => {
      if (message.port) port = message.port
      else if (message.to) send(message.to, message.text!)
      else pongs++
    })
    await until(() => port || child.exitCode !== null, 'Better Auth in another process', 60_000)
    return {
      url: `http://127.0.0.1:${port}/api/auth`,
      async fetch(request: Request) {
        const response = await fetch(request)
        // its mails are here before its answer
        const mine = ++pings
        child.send({})
        await until(() => pongs >= mine || !child.connected, 'an answer of the other process')
        return response
      },
    }
  })
  return { ...shop, end: () => other.kill('SIGKILL') }
}
