import { spawn } from 'node:child_process'

/** The command cannot be run. The message says why. */
export class CommandError extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command in the same terminal, with these variables added to its environment. A signal that
 * would end this program ends the command, so that neither outlives the other. Resolves with an
 * exit code when the command has ended: 0 after such a signal, 1 if something else killed it.
 * Throws CommandError if there is no such program.
 */
export const runBeside = ([program = '', ...args]: readonly string[], variables: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const options = { stdio: 'inherit' as const, env: { ...process.env, ...variables } }
    // The programs of packages are scripts for a shell there.
    const child =
      process.platform === 'win32' ? spawn([program, ...args].join(' '), { ...options, shell: true }) : spawn(program, args, options)
    let stopping = false
    const stop = (signal: NodeJS.Signals) => {
      stopping = true
      // A terminal sends Ctrl-C to both programs.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, stop)
    const after = (act: () => void) => {
      for (const signal of signals) process.off(signal, stop)
      act()
    }
    child.once('error', (error) =>
      after(() => reject(new CommandError(`${program} could not be started: ${error.message}`, { cause: error }))),
    )
    child.once('exit', (code) => after(() => resolve(stopping ? 0 : (code ?? 1))))
  })
