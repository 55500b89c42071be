// `latchkey migrate` imports this file too, so it imports nothing.

const PARTS = 'style it with a CSS rule for its part (docs/guides/theming.md)'
const HOVER = 'the color follows from that of the button'

/**
 * The values of a theme that Latchkey has no counterpart for, with what to use instead. They are
 * accepted, and a warning says so.
 */
export const unusedThemeValues = {
  'font-family-mono': 'codes have `font-family`',
  'header-font': PARTS,
  spacing: PARTS,
  'mobile-breakpoint': 'the widget follows the width that it has',
  'text-base': 'set `font-size` of the element around the widget',
  shadow: PARTS,
  'shadow-button': PARTS,
  'shadow-input': PARTS,
  'transition-duration': "motion follows the visitor's settings",
  muted: 'lines and empty parts have `border`',
  accent: 'nothing has this color',
  'accent-foreground': 'nothing has this color',
  ring: 'use `styles.colors.accent`',
  'destructive-foreground': 'no text is on `destructive`',
  'tab-background': PARTS,
  'primary-button-hover': HOVER,
  'secondary-button-hover': HOVER,
  'destructive-button-hover': HOVER,
  'divider-color': 'lines have `border`',
  'focus-ring-shadow': 'use `styles.colors.accent`',
} as const
