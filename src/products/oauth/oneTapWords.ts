/**
 * Messages about a faulty setup of Google One Tap. They are for developers: the screen shows them
 * only with a test token.
 */
export const words = {
  'oneTap.error.origin': "One Tap: this page's origin is not allowed. Add it to the authorized JavaScript origins of your Google client.",
  'oneTap.error.clientId': 'One Tap: Google does not know the client id. Compare it with the one of your Google client.',
  'oneTap.error.noClient': 'One Tap: the project has no OAuth client for Google. Configure one in the dashboard.',
  'oneTap.error.noRedirectUrls': 'One Tap: no login or signup redirect URLs are set. Set them in the dashboard or in oauthOptions.',
  'oneTap.error.defaultProvider':
    "One Tap: the provider's default Google client does not do. Configure a client of your own in the dashboard.",
} as const
