/** Messages of the links to the visitor's inbox. */
export const words = {
  'link.openInGmail': 'Open in Gmail',
  'link.openInYahoo': 'Open in Yahoo',
  'link.openInOutlook': 'Open in Outlook',
} as const
