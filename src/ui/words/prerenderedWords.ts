/**
 * What a prerendered form says if the code that makes it work does not come. The form itself has
 * these texts; the widget never shows them.
 */
export const words = {
  'prerendered.noScript': 'To log in here, turn on JavaScript in your browser.',
  'prerendered.late': 'This is taking longer than usual. If nothing happens, reload the page.',
} as const
