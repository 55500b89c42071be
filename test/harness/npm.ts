import { execFileSync } from 'node:child_process'

/** The program of the npm that runs the tests, and its first arguments. */
export const npmCommand = (): string[] => {
  const { npm_execpath: path } = process.env
  return path ? [process.execPath, path] : ['npm']
}

/** Runs the npm that runs the tests. Returns its output, and throws if it fails. */
export const npm = (args: string[], cwd: string) => {
  const [program, ...before] = npmCommand()
  return execFileSync(program!, [...before, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
