/** Messages instead of Google's button, in the browser of an app. */
export const words = {
  'inAppBrowser.content': 'Google does not allow logging in inside this app. Open this page in your browser.',
  'inAppBrowser.open': 'Open in browser',
  'inAppBrowser.copy': 'Copy the link',
  'inAppBrowser.copied': 'Link copied',
  'inAppBrowser.link.label': 'Link to this page',
} as const
