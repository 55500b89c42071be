import type { LoginConfig, StyleConfig } from '../../src/entries/index.ts'

/** What the form on the start page shows, in the page's HTML and once the widget has loaded. */
export const login: { config: LoginConfig; styles: StyleConfig } = {
  config: { products: ['emailMagicLinks'] },
  styles: { look: 'quartz' },
}
