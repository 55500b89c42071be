import type { Webmail } from './webmailLinks.ts'

/** Our own drawings for the services, each with its color. */
const marks = {
  Gmail: ['M4 18.5v-12l8 6.5 8-6.5v12', '#ea4335'],
  Yahoo: ['m3 6.5 4.5 6.5L12 6.5M7.5 13v5.5M18.5 5 17 14m-.5 4.5v.01', 'light-dark(#6001d2, #b28cff)'],
  Outlook: ['M3 12.5a3 3.5 0 1 0 6 0 3 3.5 0 1 0-6 0M10 7h11v11H10m11-10-6 5-4-3', 'light-dark(#0f6cbd, #5aa9f0)'],
} as const

/** The mark of a mail service. */
export const WebmailMark = ({ name }: Pick<Webmail, 'name'>) => (
  <svg className="lk-i" viewBox="0 0 24 24" aria-hidden="true">
    <path d={marks[name][0]} stroke={marks[name][1]} />
  </svg>
)
