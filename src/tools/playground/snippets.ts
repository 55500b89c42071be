/** The forms of the code that only the playground shows: the form as HTML, and the theme as CSS. */
import type { prerender as Prerender } from '../../prerender/index.tsx'
import { cssVariables } from '../../ui/looks/theme.ts'
import type { LoginConfig, StyleConfig } from '../../ui/host/config.ts'
import type { ModuleOptions } from '../snippet/modules.ts'
import { snippet, type EmbedChunks, type SnippetOptions } from '../snippet/snippet.ts'

/** What the code must say: the settings of the script tag and of the modules. */
export type Snippet = SnippetOptions & ModuleOptions & { config: LoginConfig; styles: StyleConfig }

/** Returns the element and the script tag, with its preload links. */
export const scriptTag = (options: Snippet, chunks: EmbedChunks) => ['<div id="login"></div>', snippet(options, chunks)].join('\n')

/** Returns the same with the form as HTML, which visitors see before any script has loaded. */
export const formInPage = (options: Snippet, chunks: EmbedChunks, prerender?: typeof Prerender) => {
  if (!prerender) return '<!-- One moment -->'
  try {
    return snippet({ ...options, prerendered: prerender(options) }, chunks)
  } catch (error) {
    // a configuration that shows nothing
    return `<!-- ${(error as Error).message} -->`
  }
}

/** Style values that are no CSS: what the widget shows, and not how. */
const notCss = ['look', 'buttons.social', 'hideHeaderText', 'logo'] as const

/**
 * Returns the theme as a rule for the host's own style sheet, instead of `styles`. Values that are
 * not valid are left out, as in the widget. A comment names those that only `styles` can express.
 */
export const css = ({ styles, config }: Snippet) => {
  const { colorScheme, ...variables } = cssVariables(styles)
  const declarations = Object.entries({ ...(colorScheme !== 'light' && { 'color-scheme': colorScheme }), ...variables })
  const values: Record<(typeof notCss)[number], unknown> = {
    look: styles.look,
    'buttons.social': styles.buttons?.social,
    hideHeaderText: styles.hideHeaderText,
    logo: styles.logo?.logoImageUrl,
  }
  const otherValues = notCss.filter((name) => values[name])
  return [
    ...(declarations.length > 0
      ? [
          // a rule of the page does not reach into a shadow root
          `${config.enableShadowDOM ? '#login > div::part(widget)' : '.lk'} {`,
          ...declarations.map(([name, value]) => `  ${name}: ${value};`),
          '}',
        ]
      : ['/* These are the default looks, which need no CSS. */']),
    ...(otherValues.length > 0 ? [`/* Only \`styles\` can set ${otherValues.join(' and ')}. */`] : []),
    '',
  ].join('\n')
}
