import { migrate } from '../migrate/index.ts'
import { reportOf } from '../migrate/report.ts'
import { command } from './command.ts'
import { ownVersion } from './dist.ts'
import { terminalLine } from './terminalLine.ts'

export const migrateCommand = command({
  usage: '[--dry] [FILE OR FOLDER ...]',
  says: "Switches an application from the provider's SDK to Latchkey's drop-in entries, and says what it left. Default: the folder that you are in.",
  options: { dry: { type: 'boolean', says: 'Shows what it would change, and writes nothing.' } },
  takesWords: true,
  run({ values: { dry = false }, words }) {
    const files = migrate({ folder: process.cwd(), paths: words, dry, version: ownVersion() })
    for (const line of reportOf(files, dry)) console.log(terminalLine(line))
  },
})
