import type { Command, Options } from './command.ts'

/** Columns of a line in a terminal. */
const WIDTH = 140

/** Puts a text beside a name, in lines that fit. */
const row = (name: string, text: string, column: number) => {
  const lines = ['']
  for (const word of text.split(' ')) {
    if (column + lines.at(-1)!.length + word.length >= WIDTH) lines.push('')
    lines.push(`${lines.pop()} ${word}`.trimStart())
  }
  return `  ${name.padEnd(column - 2)}${lines.join(`\n${' '.repeat(column)}`)}`
}

type Commands = Readonly<Record<string, Command<Options>>>

const usageOf = (commands: Commands) =>
  Object.entries(commands)
    .map(([name, { usage }], at) => `${at ? '      ' : 'Usage:'} latchkey ${name} ${usage}`)
    .join('\n')

/** Returns the options of a command, each with what it says, and those of every command. */
const optionsOf = ({ options }: Command<Options>) => Object.entries(options).map(([name, { says }]) => row(`--${name}`, says, 18))

export const helpOf = (name: string, command: Command<Options>): string =>
  [usageOf({ [name]: command }), '', row('', command.says, 2), '', ...optionsOf(command)].join('\n')

export const helpOfAll = (commands: Commands): string =>
  [
    usageOf(commands),
    '',
    ...Object.entries(commands).map(([name, { says }]) => row(name, says, 12)),
    ...Object.entries(commands).flatMap(([name, command]) => ['', `latchkey ${name}`, ...optionsOf(command)]),
    '',
    row('--help', 'Prints this help; after a command, that of the command.', 18),
    row('--version', 'Prints the version.', 18),
  ].join('\n')
