/** Messages of the back arrow. */
export const words = {
  'button.back.ariaLabel': 'Back',
}
