import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver'
import { freePort } from '../harness/ports.ts'
import { until } from '../chromium/visitors.ts'
import type { EnginePage, OpenEngine, Part } from './engine.ts'
import { findPart } from './findPart.ts'
import { findProgram } from './programs.ts'

const LIBRARIES = '/usr/lib'

/**
 * WebKitGTK's own browser, which the package of its driver depends on. Its folder has the version
 * of the library in its name.
 */
const findMiniBrowser = () =>
  (existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [])
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) => readdirSync(join(LIBRARIES, name)).map((inner) => join(LIBRARIES, name, inner, 'MiniBrowser')))
    .filter((path) => path.includes('/webkit') && existsSync(path))
    .at(-1)

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null ? undefined : new Promise((resolve) => child.once('exit', resolve))

/** Starts an X server and resolves with its display, such as `:7`. */
const startDisplay = async (program: string) => {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const name = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display')))
    ;(server.stdio[3] as Readable).once('data', (data) => resolve(`:${String(data).trim()}`))
  })
  return { server, name }
}

/** WebKitGTK, driven by W3C WebDriver under a display of its own. */
export const openWebKit: OpenEngine = async () => {
  const [driver, display] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')]
  const binary = findMiniBrowser()
  if (!driver || !display || !binary) return { missing: 'there is no WebKitGTK with its driver: apt-get install webkit2gtk-driver xvfb' }
  const { server, name } = await startDisplay(display)
  const port = await freePort()
  const service = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: name } })
  const url = `http://127.0.0.1:${port}`
  const close = async () => {
    service.kill()
    await ended(service)
    server.kill()
    await ended(server)
  }
  const start = () =>
    new Builder()
      .disableEnvironmentOverrides()
      .usingServer(url)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }))
      .build()
  try {
    await until(
      () =>
        fetch(`${url}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'WebKitWebDriver listens',
    )
    const first = await start()
    const version = (await first.getCapabilities()).getBrowserVersion()
    await first.quit()
    return { version: `WebKitGTK ${version}`, close, visit: () => visit(start) }
  } catch (error) {
    await close()
    throw error
  }
}

/** A session of the driver is a process and a profile of its own. */
const visit = async (start: () => ReturnType<Builder['build']>): Promise<EnginePage> => {
  const session = await start()
  const find = (part: Part) => session.executeScript<WebElement | null>(findPart, part)
  await session.manage().setTimeouts({ script: 20_000 })
  return {
    // the protocol does not report the console; what the page itself noted has to do (host.ts)
    complaints: [],
    open: (url) => session.get(url),
    run: (script, ...given) => session.executeScript(script, ...given),
    shows: async (part) => (await find(part)) !== null,
    async click(part) {
      const element = await find(part)
      if (!element) throw new Error(`The page does not show ${part.join(' ')}`)
      const isEnabled = () => session.executeScript<boolean>((found: Element) => !found.matches(':disabled, [aria-disabled=true]'), element)
      await until(isEnabled, `${part.join(' ')} is enabled`)
      // not `element.click()`, to which whatever is in a shadow root seems covered by its host
      await session.executeScript((found: Element) => found.scrollIntoView({ block: 'center' }), element)
      await session.actions().move({ origin: element }).click().perform()
    },
    type: (text) =>
      session
        .actions()
        .sendKeys(...text.replaceAll('\n', Key.ENTER))
        .perform(),
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: () => session.quit(),
  }
}
