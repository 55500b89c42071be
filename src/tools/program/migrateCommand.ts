import { migrate } from '../migrate/index.ts'
import { reportOf } from '../migrate/report.ts'
import { command } from './command.ts'
import { ownVersion } from './dist.ts'

export const migrateCommand = command({
  usage: '[--dry] [FILE OR FOLDER ...]',
  says: "Switches an application from the provider's SDK to Latchkey's drop-in entries, and says what it left. Default: the folder that you are in.",
  options: { dry: { type: 'boolean', says: 'Shows what it would change, and writes nothing.' } },
  takesWords: true,
  run({ values: { dry = false }, words }) {
    console.log(reportOf(migrate({ folder: process.cwd(), paths: words, dry, version: ownVersion() }), dry))
  },
})
