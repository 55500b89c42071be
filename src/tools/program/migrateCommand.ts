import { NoSuchPath, rootsOf } from '../migrate/files.ts'
import { findCounterparts, reportOfCounterparts } from '../migrate/toBetterAuth.ts'
import { command, UsageError } from './command.ts'
import { ownVersion } from './dist.ts'
import { linkOnTheWay } from './links.ts'
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
  async run({ values: { dry = false, to }, words }) {
    if (to !== undefined && to !== 'better-auth') throw new UsageError(`--to takes better-auth, not ${to}.`)
    const folder = process.cwd()
    rootsOf(folder, words)
    for (const word of words) {
      const link = linkOnTheWay(folder, word)
      if (link) throw new NoSuchPath(`'${link}' is a symbolic link. Name the file or folder that it leads to.`)
    }
    const print = (lines: readonly string[]) => {
      for (const line of lines) console.log(terminalLine(line))
    }
    if (to) return print(reportOfCounterparts(findCounterparts(folder, words)))
    // with the parser of programs, which no other command waits for
    const { migrate, reportOf } = await import('../migrate/index.ts')
    const outcome = migrate({ folder, paths: words, dry, version: ownVersion() })
    if (typeof outcome !== 'string') return print(reportOf(outcome, dry))
    console.error(terminalLine(outcome))
    // something has to be updated first
    process.exitCode = 2
  },
})
