import { ownOptions, ownProperties } from '../../api/ownProperties.ts'
import type { HostProps } from '../../widget/hostProps.ts'
import { ownStrings, type ProviderStrings } from './messageIds.ts'
import { type PresentationConfig, stylesOf, unusedIn } from './presentation.ts'
import type { Callbacks } from './types.ts'

/** The prop of the provider's SDK 6 that says how a screen looks. */
export interface Presented {
  /** The theme and options of the provider's SDK 6. `styles` takes precedence. */
  presentation?: PresentationConfig
  /** What the screen calls when something happens. */
  callbacks?: Callbacks
  /** Your own texts, by the message ids of any version of the provider's SDK. */
  strings?: ProviderStrings
}

/** The props that a drop-in screen has with other types. */
export type Overridden = 'callbacks' | 'strings'

const warnings = new Set<string>()

/** Says once what a `presentation` sets without effect. */
const warnOf = (presentation: PresentationConfig) => {
  const news = unusedIn(presentation).filter((what) => !warnings.has(what))
  for (const what of news) warnings.add(what)
  if (news[0]) console.warn(`[Stytch] These parts of \`presentation\` have no effect:\n${news.map((what) => `  ${what}.`).join('\n')}`)
}

/**
 * Returns our props from those of the provider's SDK 6: without `client`, and with `styles` for
 * `presentation`.
 */
export const screenProps = <Props extends Pick<HostProps, 'config' | 'styles'> & Presented & { client?: unknown }>(
  hostProps: Props,
): Omit<Props, 'client' | 'presentation'> => {
  const own = ownOptions(hostProps)
  const { client, presentation, ...rest } = own
  const props = { ...rest, strings: ownStrings(own.strings) }
  if (!presentation) return props
  const { config, styles } = ownOptions(props as Pick<HostProps, 'config' | 'styles'>)
  const look = ownProperties(presentation)
  warnOf(look)
  const isolated = look.options?.enableShadowDOM
  return {
    ...props,
    styles: { ...stylesOf(look), ...styles },
    ...(isolated && { config: { ...config, enableShadowDOM: true } }),
  }
}
