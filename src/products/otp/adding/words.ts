/** Messages of the screens that add an address or a number to an account. */
export const words = {
  'button.sendCode': 'Send code',
} as const
