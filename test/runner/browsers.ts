/**
 * One Chromium for each lane of the runner. The test files of a lane use it one after the other, with a profile for each visitor, because to start a
 * browser takes 0.8 s of processor time. They connect by the DevTools protocol. A browser for all lanes would take more: over that protocol, each file
 * would have to follow the pages of all others too, and playwright's own server passes on each message, which costs 40 % more.
 */
import { type AddressInfo, createServer } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import { launching } from '../harness/launching.ts'
import { processWith, secondsOfTree } from './processes.ts'

/** The browser of a lane. */
export interface LaneBrowser {
  /** Where it listens. It starts with the first call, and again if it has crashed. */
  url: () => Promise<string>
  /** Seconds of processor time since it started. 0 on systems without /proc. */
  seconds: () => number
  /** Ends it. */
  close: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const start = async () => {
  const { LATCHKEY_CHROMIUM: found, CHROME_PATH: own } = process.env
  const options = launching(found ?? own!)
  const port = await freePort()
  const listening = `--remote-debugging-port=${port}`
  const browser = await chromium.launch({ ...options, args: [...options.args!, listening] })
  return { browser, url: `http://127.0.0.1:${port}`, pid: processWith(listening) }
}

export const laneBrowser = (): LaneBrowser => {
  let started: Promise<{ browser: Browser; url: string; pid?: number }> | undefined
  let pid: number | undefined
  return {
    async url() {
      if (!(await started)?.browser.isConnected()) {
        started = start()
        pid = (await started).pid
      }
      return (await started!).url
    },
    seconds: () => (pid ? secondsOfTree(pid) : 0),
    close: async () => (await started)?.browser.close(),
  }
}
