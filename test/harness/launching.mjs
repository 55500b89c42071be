/** How playwright starts the Chromium of the tests, wherever it does. */
export const launching = (executablePath) => ({
  executablePath,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync',
  ],
})
