/** Messages that every widget shows. */
export const words = {
  'login.title': 'Sign up or log in',
  'button.retry': 'Try again',
  'loading.ariaLabel': 'Loading',
  'error.unreachable': 'Unable to contact our servers.',
}
