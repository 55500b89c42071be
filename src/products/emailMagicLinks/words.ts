/** Messages of the e-mail link form. */
export const words = {
  'error.invalidEmail': 'Email format is invalid.',
}
