import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 3000)

export default defineConfig({
  fullyParallel: true,
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    // a browser of the machine, in place of Playwright's own
    launchOptions: { executablePath: process.env.CHROME_PATH },
  },
  webServer: { command: 'node server.js', port, env: { PORT: String(port) } },
})
