import type { StyleConfig } from '../ui/host/config.ts'

/** Soft and blue, with rounded corners. Light. */
export const harbour = {
  fontFamily: 'system-ui, sans-serif',
  container: { backgroundColor: '#f7fafe', borderColor: '#c9d9ec', borderRadius: '18px' },
  colors: { primary: '#12283f', secondary: '#4a6078', accent: '#1559c7' },
  buttons: {
    primary: { textColor: '#ffffff', borderRadius: '999px' },
    secondary: { backgroundColor: '#ffffff', textColor: '#12283f', borderRadius: '999px' },
    disabled: { borderRadius: '999px' },
  },
  inputs: { backgroundColor: '#ffffff', borderRadius: '12px' },
} satisfies StyleConfig

/** Warm, with serifs. Light. */
export const clay = {
  fontFamily: 'Georgia, serif',
  container: { backgroundColor: '#fff8f1', borderColor: '#e3c9b1', borderRadius: '4px' },
  colors: { primary: '#40251a', secondary: '#74513f', accent: '#a63d1c' },
  buttons: {
    primary: { textColor: '#fff8f1' },
    secondary: { backgroundColor: '#fff8f1', textColor: '#40251a' },
  },
  inputs: { placeholderColor: '#7d5c4a' },
} satisfies StyleConfig

/** Green on black, monospaced, with square corners. Dark. */
export const terminal = {
  colorScheme: 'dark',
  fontFamily: 'ui-monospace, monospace',
  container: { backgroundColor: '#0b110d', borderColor: '#1f5a35', borderRadius: '0' },
  colors: { primary: '#b6f5c8', secondary: '#7fc596', accent: '#38d46b' },
  buttons: {
    primary: { textColor: '#04140a', borderRadius: '0' },
    secondary: { backgroundColor: '#0b110d', textColor: '#b6f5c8', borderRadius: '0' },
    disabled: { borderRadius: '0' },
  },
  inputs: { borderRadius: '0' },
} satisfies StyleConfig

/**
 * No card: the form is directly on your page, as wide as its container, in your page's colors.
 * Follows the visitor's system.
 */
export const paper = {
  colorScheme: 'auto',
  fontFamily: 'system-ui, sans-serif',
  container: { backgroundColor: 'canvas', borderColor: 'transparent', width: '100%', shadow: 'none' },
  buttons: { primary: { borderRadius: '6px' }, secondary: { borderRadius: '6px' }, disabled: { borderRadius: '6px' } },
  inputs: { borderRadius: '6px' },
} satisfies StyleConfig

/** Black and white, at the highest possible contrast. Follows the visitor's system. */
export const contrast = {
  colorScheme: 'auto',
  container: { backgroundColor: 'light-dark(#fff, #000)', borderColor: 'light-dark(#000, #fff)', shadow: 'none' },
  colors: {
    primary: 'light-dark(#000, #fff)',
    secondary: 'light-dark(#333, #ddd)',
    error: 'light-dark(#a00000, #ffb3ad)',
    success: 'light-dark(#005000, #9df0c0)',
  },
  buttons: {
    primary: { backgroundColor: 'light-dark(#000, #fff)', borderColor: 'light-dark(#000, #fff)', textColor: 'light-dark(#fff, #000)' },
    secondary: { backgroundColor: 'light-dark(#fff, #000)', borderColor: 'light-dark(#000, #fff)', textColor: 'light-dark(#000, #fff)' },
  },
  inputs: { borderColor: 'light-dark(#000, #fff)', placeholderColor: 'light-dark(#444, #ccc)' },
} satisfies StyleConfig
