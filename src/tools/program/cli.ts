/**
 * The program `latchkey`. Each command is a file; this one finds the command, and refuses what it
 * does not know.
 */
import { parseArgs } from 'node:util'
import { DataFileError } from '../emulator/state/dataFile.ts'
import { ListenError } from '../emulator/node.ts'
import { NoSuchPath } from '../migrate/files.ts'
import { type Command, type Options, UsageError } from './command.ts'
import { devCommand } from './devCommand.ts'
import { ownVersion } from './dist.ts'
import { doctorCommand } from './doctorCommand.ts'
import { helpOf, helpOfAll } from './help.ts'
import { migrateCommand } from './migrateCommand.ts'
import { CommandError } from './runBeside.ts'
import { sizeCommand } from './sizeCommand.ts'
import { snippetCommand } from './snippetCommand.ts'

const commands = {
  dev: devCommand,
  snippet: snippetCommand,
  size: sizeCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
} as unknown as Record<string, Command<Options>>

/** What every command has. */
const general = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const

const everyOption = Object.assign({}, general, ...Object.values(commands).map(({ options }) => options)) as Options

/** Returns the arguments of this program, and the command after `--`. */
const ownArguments = () => {
  const args = process.argv.slice(2)
  const end = args.indexOf('--')
  if (end < 0) return { args }
  if (end === args.length - 1) throw new UsageError('A command is missing after --.')
  return { args: args.slice(0, end), beside: args.slice(end + 1) }
}

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options: everyOption })
  } catch (error) {
    // The rest of the message is advice for values that begin with a dash, which no option accepts.
    throw new UsageError(`${(error as Error).message.split(/\.(?:\s|$)/)[0]}.`)
  }
}

/** Refuses options that a command does not have, and says which one does. */
const refuseOthers = (name: string, values: object) => {
  const other = Object.keys(values).find((option) => !Object.hasOwn(commands[name]!.options, option))
  if (other === undefined) return
  const owners = Object.keys(commands).filter((each) => Object.hasOwn(commands[each]!.options, other))
  throw new UsageError(`latchkey ${name} has no option --${other}, which is one of latchkey ${owners.join(' and latchkey ')}.`)
}

/** The name of the command that the arguments ask for, if there is one of that name. */
let commandName: string | undefined

const main = async () => {
  const { args, beside } = ownArguments()
  const {
    values: { help, version, ...values },
    positionals: [name, ...words],
  } = parse(args)
  if (name !== undefined && Object.hasOwn(commands, name)) commandName = name
  if (help || name === 'help') return console.log(commandName ? helpOf(commandName, commands[commandName]!) : helpOfAll(commands))
  if (version) return console.log(ownVersion())
  if (name === undefined) throw new UsageError('A command is missing.')
  const command = commandName === undefined ? undefined : commands[commandName]!
  if (!command || (words.length > 0 && !command.takesWords)) throw new UsageError(`There is no command '${[name, ...words].join(' ')}'.`)
  if (beside && !command.takesCommand) throw new UsageError(`latchkey ${name} runs no command.`)
  refuseOthers(name, values)
  await command.run({ values, words, beside })
}

try {
  await main()
} catch (error) {
  if (![UsageError, ListenError, DataFileError, CommandError, NoSuchPath].some((known) => error instanceof known)) throw error
  const help = () => (commandName ? helpOf(commandName, commands[commandName]!) : helpOfAll(commands))
  console.error(error instanceof UsageError ? `${error.message}\n\n${help()}` : (error as Error).message)
  process.exitCode = 1
}
