import { execFileSync } from 'node:child_process'

/** Runs the npm that runs the tests. Returns its output, and throws if it fails. */
export const npm = (args: string[], cwd: string) => {
  const { npm_execpath: path } = process.env
  return execFileSync(path ? process.execPath : 'npm', [...(path ? [path] : []), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
