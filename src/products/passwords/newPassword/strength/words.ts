/** Messages about a password that the visitor is choosing. */
export const words = {
  'password.strength.ariaLabel': 'Password strength',
  'password.strength.tooWeak': 'Too weak',
  'password.strength.weak': 'Weak',
  'password.strength.good': 'Good',
  'password.strength.strong': 'Strong',
  'password.strength.met.ariaLabel': 'Met:',
  'password.strengthError.breached':
    'This password may have been used on a different site that experienced a security issue. Please choose another password.',
  'password.strengthError.minimumLength': 'Must be at least {characterLength, plural, one {# character} other {# characters}} long',
  'password.strengthError.maximumLength': 'Must be at most {characterLength, plural, one {# character} other {# characters}} long',
  'password.strengthError.complexity':
    'Must contain {complexity, plural, other {#}} of the following: uppercase letter, lowercase letter, number, symbol',
} as const
