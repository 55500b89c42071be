/** Starts the released program, with its playground and its emulator, on a free port. */
import '../built/all.ts'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The program, with what it prints for a host: its URL, and what a server needs. */
export interface Playground {
  url: string
  project_id: string
  secret: string
  stop(): void
}

/** Resolves when the program has printed how to reach it, and rejects with its error output. */
export const startPlayground = async (): Promise<Playground> => {
  const program = spawn(process.execPath, [fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 'dev', '--port', '0'])
  let printed = ''
  const words = await new Promise<string[]>((resolve, reject) => {
    program.stdout.on('data', (data) => {
      printed += data
      const found = /(http:\/\/\S+).*(project-test-[\w-]+).*(secret-test-[\w-]+)/s.exec(printed)
      if (found) resolve(found)
    })
    program.stderr.on('data', (data) => reject(new Error(String(data))))
  })
  const [, url = '', project_id = '', secret = ''] = words
  return { url, project_id, secret, stop: () => void program.kill() }
}
