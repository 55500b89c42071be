/** Messages for a visitor who comes back from a link or a provider with a token. */
export const words = {
  'login.loading': 'Logging in...',
  'password.reset.loggingInProgress': 'Logging in...',
  'login.press.title': 'Finish logging in',
  'login.press.content': 'Press the button to log in on this device.',
  'login.press.button': 'Log in',
  'login.begun.content': 'Log in only if you began this yourself. Somebody else may want you to use their account.',
  'login.replace.title': 'Change accounts?',
  'login.replace.content': 'You are logged in as {account}. If you go on, you may be logged in to another account.',
  'login.replace.stay': 'Stay logged in',
  'success.title': 'Success!',
  'login.success.content': 'You have successfully logged in.',
  'error.incompleteLink': 'This link is not complete. Open it from the email again.',
  'error.newLink': 'Enter your email to get a new link.',
  'error.newCode': 'Enter your email to get a login code.',
  'error.title': 'Looks like there was an error!',
} as const
