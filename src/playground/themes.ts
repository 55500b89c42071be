import type { Theme } from './styleFields.ts'

/** Themes to start from. The first is the default appearance. */
export const themes: { name: string; theme: Theme }[] = [
  { name: 'Plain', theme: {} },
  { name: 'Dark', theme: { colorScheme: 'dark' } },
  {
    name: 'Harbour',
    theme: {
      fontFamily: 'system-ui, sans-serif',
      'container.backgroundColor': '#f7fafe',
      'container.borderColor': '#c9d9ec',
      'container.borderRadius': '18px',
      'colors.primary': '#12283f',
      'colors.secondary': '#4a6078',
      'buttons.primary.backgroundColor': '#1559c7',
      'buttons.primary.borderColor': '#1559c7',
      'buttons.primary.textColor': '#ffffff',
      'buttons.primary.borderRadius': '999px',
      'inputs.backgroundColor': '#ffffff',
      'inputs.borderColor': '#6f86a0',
      'inputs.borderRadius': '12px',
    },
  },
  {
    name: 'Clay',
    theme: {
      fontFamily: 'Georgia, serif',
      'container.backgroundColor': '#fff8f1',
      'container.borderColor': '#e3c9b1',
      'container.borderRadius': '4px',
      'colors.primary': '#40251a',
      'colors.secondary': '#74513f',
      'buttons.primary.backgroundColor': '#a63d1c',
      'buttons.primary.borderColor': '#a63d1c',
      'buttons.primary.textColor': '#fff8f1',
      'inputs.borderColor': '#94745f',
    },
  },
  {
    name: 'Terminal',
    theme: {
      colorScheme: 'dark',
      fontFamily: 'ui-monospace, monospace',
      'container.backgroundColor': '#0b110d',
      'container.borderColor': '#1f5a35',
      'container.borderRadius': '0',
      'colors.primary': '#b6f5c8',
      'colors.secondary': '#7fc596',
      'buttons.primary.backgroundColor': '#38d46b',
      'buttons.primary.borderColor': '#38d46b',
      'buttons.primary.textColor': '#04140a',
      'buttons.primary.borderRadius': '0',
      'inputs.borderColor': '#3e8f5b',
      'inputs.borderRadius': '0',
    },
  },
]
