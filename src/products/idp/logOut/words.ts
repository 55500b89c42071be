/** Messages of an app's request to log the visitor out. */
export const words = {
  'idpLogout.title': 'Log out?',
  'idpLogout.confirmMessage': 'Are you sure you want to log out of your {projectName} account?',
  'idpLogout.yes': 'Yes',
  'idpLogout.no': 'No',
  'idpLogout.notLoggedOut': 'You have not been logged out. You may close this page.',
  'idpLogout.loggedOut': 'You have been logged out. You may close this page.',
} as const
