import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 3000)
const api = process.env.STYTCH_BASE_URL ?? 'http://localhost:4100'
const env = { STYTCH_BASE_URL: api }

export default defineConfig({
  testDir: 'tests',
  reporter: 'line',
  // all tests share one emulator
  workers: 1,
  use: {
    baseURL: `http://localhost:${port}`,
    // a browser of the machine, in place of Playwright's own
    launchOptions: { executablePath: process.env.CHROME_PATH },
  },
  webServer: [
    { command: `npx latchkey dev --port ${new URL(api).port}`, url: api },
    { command: `npx next start --port ${port}`, port, env },
    // the same application, six minutes later
    { command: `npx next start --port ${port + 1}`, port: port + 1, env: { ...env, NODE_OPTIONS: '--import ./tests/later.js' } },
  ],
})
