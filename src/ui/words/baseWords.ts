/**
 * The messages in widget.js: those of every widget and of the email field. Every translator has
 * them.
 */
export const words = {
  'login.title': 'Sign up or log in',
  'button.retry': 'Try again',
  'loading.ariaLabel': 'Loading',
  'error.unreachable': 'Unable to contact our servers.',
  'formField.email.label': 'Email',
  'formField.email.placeholder': 'name@example.com',
  'button.emailLogin': 'Continue with email',
} as const
