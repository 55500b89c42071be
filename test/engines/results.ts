/** The last run of an engine in which every flow passed. */
export interface EngineResults {
  version: string
  /** YYYY-MM-DD, in UTC. */
  date: string
  passed: string[]
}

/** The engines, and where their results are stored. */
export const engineIds = ['chromium', 'chromium109', 'firefox', 'webkit'] as const

export const resultsOf = (id: string): URL => new URL(`test/engines/results/${id}.json`, `file://${process.cwd()}/`)
