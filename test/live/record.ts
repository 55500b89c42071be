import type { Outcome } from './run.ts'

/** What a record says beside the outcomes. */
export interface RecordOptions {
  /** The day of the run. */
  date: Date
  /** The version of Latchkey. */
  version: string
  /** Where the calls went. */
  baseUrl: string
  /** Whether the public token is one of a test project. */
  isTest: boolean
}

/** Returns a document that its owner can publish: it has no address, token or project's name. */
export const recordOf = (outcomes: readonly Outcome[], { date, version, baseUrl, isTest }: RecordOptions): string => {
  const passed = outcomes.filter(({ failure }) => !failure).length
  return `# Latchkey ${version} on ${new URL(baseUrl).host}, ${date.toISOString().slice(0, 10)}

${passed} of ${outcomes.length} flows passed, in a ${isTest ? 'test' : 'live'} project, by \`npm run live\` in Chromium.

| flow | outcome | ms |
|---|---|--:|
${outcomes.map(({ name, ms, failure }) => `| ${name} | ${failure ? `failed: ${failure.replaceAll('|', '\\|')}` : 'passed'} | ${ms} |`).join('\n')}
`
}
