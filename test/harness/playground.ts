/** Starts the released program, with its playground and its emulator, on a free port. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Resolves with its URL, and rejects with its error output. */
export const startPlayground = async (): Promise<{ url: string; stop(): void }> => {
  const program = spawn(process.execPath, [fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 'dev', '--port', '0'])
  const url = await new Promise<string>((resolve, reject) => {
    program.stdout.on('data', (data) => resolve(/http:\/\/\S+/.exec(String(data))![0]))
    program.stderr.on('data', (data) => reject(new Error(String(data))))
  })
  return { url, stop: () => void program.kill() }
}
