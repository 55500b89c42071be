import { command } from './command.ts'
import { builtChunks } from './dist.ts'

export const doctorCommand = command({
  usage: 'URL [--json] [--production]',
  says: "Opens your page in Chromium, with the provider's API emulated, and says what is wrong with the widget there.",
  options: {
    json: { type: 'boolean', says: 'Prints the report as JSON.' },
    production: { type: 'boolean', says: 'Judges compression and caching on a page of this machine too.' },
  },
  takesWords: true,
  async run({ values: { json, production }, words }) {
    // The other commands do not wait until it has loaded.
    const { doctor } = await import('../doctor/index.ts')
    process.exitCode = await doctor({ words, json, production }, builtChunks)
  },
})
