import { migrate } from '../migrate/index.ts'
import { reportOf } from '../migrate/report.ts'
import { findCounterparts, reportOfCounterparts } from '../migrate/toBetterAuth.ts'
import { command, UsageError } from './command.ts'
import { ownVersion } from './dist.ts'
import { terminalLine } from './terminalLine.ts'

export const migrateCommand = command({
  usage: '[--dry] [--to better-auth] [FILE OR FOLDER ...]',
  says: "Switches an application from the provider's SDK to Latchkey's drop-in entries, and says what it left. Default: the folder that you are in.",
  options: {
    dry: { type: 'boolean', says: 'Shows what it would change, and writes nothing.' },
    to: {
      type: 'string',
      says: 'With `better-auth`: says what of the configuration has a counterpart at a server of your own with Better Auth, and writes nothing.',
    },
  },
  takesWords: true,
  run({ values: { dry = false, to }, words }) {
    if (to !== undefined && to !== 'better-auth') throw new UsageError(`--to takes better-auth, not ${to}.`)
    const lines = to
      ? reportOfCounterparts(findCounterparts(process.cwd(), words))
      : reportOf(migrate({ folder: process.cwd(), paths: words, dry, version: ownVersion() }), dry)
    for (const line of lines) console.log(terminalLine(line))
  },
})
