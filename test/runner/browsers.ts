/**
 * One Chromium for each lane of the runner. The test files of a lane use it one after the other,
 * with a profile for each visitor, because to start a browser takes 0.8 s of processor time. They
 * connect by the DevTools protocol, each as the only client: Chromium attaches every client to
 * every page, and takes a page's virtual authenticator away when one of them detaches. So the
 * runner starts Chromium without playwright, which would be a client too, and lanes share none.
 */
import { type LaunchedChrome, launch } from 'chrome-launcher'
import { hasSharedMemory, ownFlags } from '../harness/launching.ts'
import { freePort } from '../harness/ports.ts'
import { secondsOfTree } from './processes.ts'

/** The browser of a lane. */
export interface LaneBrowser {
  /** The lane's number, from 1. */
  lane: number
  /** Where it listens. It starts with the first call, and again if it has crashed. */
  url: () => Promise<string>
  /** Seconds of processor time since it started. 0 on systems without /proc. */
  seconds: () => number
  /** Ends it. */
  close: () => Promise<void>
}

/** What playwright starts Chromium with that changes how pages behave. */
const flags = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--allow-pre-commit-input',
  '--enable-unsafe-swiftshader',
  '--disable-field-trial-config',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-features=HttpsUpgrades,PaintHolding,ThirdPartyStoragePartitioning,AvoidUnnecessaryBeforeUnloadCheckSync,MediaRouter,OptimizationHints',
  '--enable-features=CDPScreenshotNewSurface',
  // a mouse, on machines without one too
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

const start = async () => {
  const { LATCHKEY_CHROMIUM: found, CHROME_PATH: own } = process.env
  return launch({
    chromePath: found ?? own!,
    ignoreDefaultFlags: true,
    chromeFlags: [...flags, ...ownFlags, ...(hasSharedMemory() ? [] : ['--disable-dev-shm-usage'])],
    port: await freePort(),
    logLevel: 'silent',
  })
}

export const laneBrowser = (lane: number): LaneBrowser => {
  let running: LaunchedChrome | undefined
  return {
    lane,
    async url() {
      if (!running || running.process.exitCode !== null || running.process.signalCode !== null) running = await start()
      return `http://127.0.0.1:${running.port}`
    },
    seconds: () => (running ? secondsOfTree(running.pid) : 0),
    close: async () => running?.kill(),
  }
}
