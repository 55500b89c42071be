/**
 * The providers whose logos come with the buttons, because most hosts use them; those of all others
 * are one more file (furtherLogos.ts).
 */
export const BUTTON_LOGOS = ['google', 'apple', 'github', 'microsoft'] as const
