/** The report of `latchkey doctor`: as data, and as text for a terminal. */
import { terminalLine } from '../program/terminalLine.ts'
import type { Finding } from './codes.ts'
import type { Facts, MountedWidget, PageClient } from './facts.ts'
import type { Downloads } from './rules/bytes.ts'

/**
 * What `latchkey doctor --json` prints. Fields are added in later versions; `version` changes only
 * if one changes its meaning.
 */
export interface Report {
  version: 1
  /** The page's URL, after redirects. */
  url: string
  /** Whether there is no finding of severity `error`. */
  ok: boolean
  widgets: MountedWidget[]
  /**
   * The clients on the page: their public tokens, and the base URLs of the API, for which the
   * emulator has answered.
   */
  clients: PageClient[]
  /** What is wrong, errors and warnings. */
  findings: Finding[]
  /** What could not be checked, by the name of the check, each with the reason. */
  notChecked: Record<string, string>
  figures: {
    /** What the page downloads for the widget before anybody touches it. */
    downloads: Downloads
    /** The layout shift while the widget appeared. */
    shift: number
    /** How long the examination took, in ms. */
    milliseconds: number
  }
}

export const reportOf = ({
  facts: { url, widgets, clients, shift },
  findings,
  notChecked,
  downloads,
  milliseconds,
}: {
  facts: Facts
  findings: Finding[]
  notChecked: Record<string, string>
  downloads: Downloads
  milliseconds: number
}): Report => ({
  version: 1,
  url,
  ok: findings.every(({ severity }) => severity !== 'error'),
  widgets,
  clients,
  findings,
  notChecked,
  figures: { downloads, shift, milliseconds },
})

/** At most this many places of a finding are printed. */
const PLACES = 4

const number = (value: number) => value.toLocaleString('en-US')

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`

const findingText = ({ code, severity, problem, fix, evidence }: Finding) => [
  `${severity} ${code}`,
  `  ${problem}`,
  ...evidence.slice(0, PLACES).map((place) => `    ${place}`),
  ...(evidence.length > PLACES ? [`    and ${evidence.length - PLACES} more`] : []),
  `  Fix: ${fix}`,
  '',
]

/**
 * Formats a report for a terminal: the findings, what was not checked, and a last line that sums it
 * up.
 */
export const reportText = ({ url, findings, notChecked, figures }: Report): string => {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const { files, bytes, expected } = figures.downloads
  const reasons = [...new Set(Object.values(notChecked))]
  const gaps = reasons.map((reason) => {
    const checks = Object.keys(notChecked).filter((check) => notChecked[check] === reason)
    return `Not checked (${reason}): ${checks.join(', ')}.`
  })
  return [
    url,
    '',
    ...findings.flatMap(findingText),
    ...gaps,
    ...(gaps.length > 0 ? [''] : []),
    ...(files > 0
      ? [
          `The widget: ${count(files, 'file')}, ${number(bytes)} bytes${expected === undefined ? '' : ` (${number(expected)} by latchkey size)`}.`,
        ]
      : []),
    findings.length === 0 ? 'Nothing found.' : `${count(errors, 'error')}, ${count(findings.length - errors, 'warning')}.`,
  ]
    .map(terminalLine)
    .join('\n')
}
