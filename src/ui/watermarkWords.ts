/** The message under the card. */
export const words = {
  'watermark.altText': 'Powered by Stytch',
}
