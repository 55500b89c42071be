/** Complaints on the console that no other rule explains. */
import { finding } from '../codes.ts'
import { isWidgetFile } from '../widgetFiles.ts'
import type { Rule } from './rule.ts'

/** What other rules report, and what browsers say about the failures that the doctor makes. */
const linesOfOtherRules = [
  /^Failed to load resource|net::ERR_|blocked by CORS policy|CORS request/,
  /Content Security Policy|Refused to |Trusted ?Type|TrustedScript/i,
  /integrity' attribute|Did not come as released|Wrong integrity/,
  /applies to no DOM elements|MIME type|dynamically imported module|Wrong data-/,
  /More than one client for this public token|The public token must be/,
  /^\[(?:Latchkey|Stytch)\] (?:mount\w+|options|\w+): /,
  /was preloaded using link preload but not used/,
]

const firstLine = (text: string) => text.split('\n')[0]!

export const consoleLines: Rule = (facts) => {
  const lines = facts.lines.filter(({ text }) => !linesOfOtherRules.some((pattern) => pattern.test(text)))
  const fromWidget = lines.filter(({ text, source }) => /\[(?:Latchkey|Stytch)\]/.test(text) || isWidgetFile(source, facts))
  const errors = lines.filter((line) => line.isError && !fromWidget.includes(line))
  return [
    ...finding(
      'console.widget',
      fromWidget.map(({ text }) => firstLine(text)),
      'The widget complains on the console.',
      'Correct what the message says.',
    ),
    ...finding(
      'console.page',
      errors.map(({ text, source }) => `${firstLine(text)}${source ? ` (${source})` : ''}`),
      'The page complains on the console.',
      'Look there: a script that stops early can take the widget with it.',
    ),
  ]
}
