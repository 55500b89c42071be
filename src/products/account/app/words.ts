/** Messages of the screens for an authenticator app and its recovery codes. */
export const words = {
  'account.scan': 'Scan this QR code with your authenticator app. Then enter the 6 digits that the app shows.',
  'account.qrCode': 'QR code',
  'account.secret': 'Or type this key into the app:',
  'account.keepCodes': 'If you lose your authenticator app, each of these codes logs you in once. Keep them in a safe place.',
  'button.copy': 'Copy',
  'button.copied': 'Copied',
  'button.download': 'Download',
  'account.codesSaved': 'I have saved them',
} as const
