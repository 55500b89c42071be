/** Messages for a visitor who has to confirm their email address before they can go on. */
export const words = {
  'confirmEmail.title': 'Confirm your email address',
  'confirmEmail.content': 'Before you can go on, we need to know that {email} is your address.',
  'confirmEmail.send': 'Send an email',
  'confirmEmail.link': 'We have sent a link to {email}. Open it in this browser, then continue here.',
  'confirmEmail.continue': 'Continue',
  'confirmEmail.pending': 'Your address is not confirmed yet. Open the link in the email first.',
} as const
