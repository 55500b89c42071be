/** Messages of every e-mail field. */
export const words = {
  'formField.email.label': 'Email',
  'formField.email.placeholder': 'name@example.com',
  'button.emailLogin': 'Continue with email',
}
