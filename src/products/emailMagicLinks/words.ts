/** Messages of the screen that follows the form for an email link. */
export const words = {
  'emailConfirmation.title': 'Check your email',
  'emailConfirmation.content': 'An email was sent to <bold>{email}</bold>.',
  'emailConfirmation.didntGetIt': "Didn't get it?",
  'account.change': 'Change',
  'emailConfirmation.resend': 'Resend email',
  'toast.emailResent': 'Email resent',
} as const
