import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from 'uvu'
import type { Engine, EnginePage, OpenEngine } from './engine.ts'
import { flows } from './flows.ts'
import { visitHost } from './host.ts'
import { resultsOf, type EngineResults } from './results.ts'

/** What is looked at besides. */
export interface Looks {
  /** Returns a look at each screen of a flow. */
  of(flow: string): ((page: EnginePage, part: string) => Promise<void>) | undefined
  /** The title of the test of what was seen, which comes last. */
  title: string
  check(): Promise<void>
}

/**
 * Runs every flow in an engine, a test each, and stores the results if all have passed. An engine
 * that is missing skips them and says why.
 */
export const runFlows = async (id: string, open: OpenEngine, looks?: Looks): Promise<void> => {
  const engine: Engine | string = await open().then((opened) => ('missing' in opened ? opened.missing : opened))
  if (typeof engine === 'string') {
    for (const { name } of flows) test.skip(`${name} (${engine})`)
    return test.run()
  }
  const passed: string[] = []
  for (const { name, setting, act } of flows)
    test(`${engine.version}: ${name}`, async () => {
      await visitHost(engine, setting, act, looks?.of(name))
      passed.push(name)
    })
  if (looks) test(looks.title, looks.check)
  test.after(async () => {
    await engine.close()
    if (passed.length < flows.length) return
    const results: EngineResults = { version: engine.version, date: new Date().toISOString().slice(0, 10), passed }
    const path = resultsOf(id)
    mkdirSync(new URL('.', path), { recursive: true })
    writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  })
  test.run()
}
