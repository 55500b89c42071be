import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves HTTP on a free port of this machine. `close` ends its connections too. */
export const serve = async (listener: RequestListener, host = '127.0.0.1') => {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${host}:${port}`, port, close }
}

/** Serves HTTP while `use` runs. */
export const listening = async (listener: RequestListener, use: (baseUrl: string) => Promise<void>) => {
  const { url, close } = await serve(listener)
  await use(url).finally(close)
}
