import type { parseArgs } from 'node:util'

/** An option of a command. `parseArgs` reads its type, and the help prints the rest. */
export interface Option {
  type: 'string' | 'boolean'
  multiple?: true
  /** One sentence or two: what it is for, and what it is without it. */
  says: string
}

export type Options = Readonly<Record<string, Option>>

/** What a person has typed for these options. */
export type Values<Of extends Options> = ReturnType<typeof parseArgs<{ options: Of }>>['values']

export interface Command<Of extends Options> {
  /** What follows the name of the command, as an example: `[--port 4100] [-- COMMAND]`. */
  usage: string
  /** What the command does, in a sentence or two. */
  says: string
  options: Of
  /** Whether it accepts words after its name, such as files. Default: it refuses them. */
  takesWords?: true
  /** Whether it runs the command after `--`. Default: it refuses one. */
  takesCommand?: true
  run: (input: { values: Values<Of>; words: string[]; beside: string[] | undefined }) => unknown
}

/** Gives a command the types of its options. */
export const command = <const Of extends Options>(it: Command<Of>): Command<Of> => it

/** The command or an option is wrong. The message says how. */
export class UsageError extends Error {}
