import { execFileSync } from 'node:child_process'

/** Runs npm, the one that runs the tests; returns what it printed, throws when it fails. */
export const npm = (args: string[], cwd: string) => {
  const { npm_execpath: path } = process.env
  return execFileSync(path ? process.execPath : 'npm', [...(path ? [path] : []), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
