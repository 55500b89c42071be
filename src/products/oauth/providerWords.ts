import type { OAuthProvider } from '../../api/entities.ts'
import { oauthProviders } from '../../api/oauthProviders.ts'

/**
 * The message of every button that has no message of its own. `{type}` is the name of the OAuth
 * provider.
 */
export const words = { 'oauth.continueWith': 'Continue with {type}' } as const

/** A template with a name in place of `{type}`. */
type Named<Template extends string, Name extends string> = Template extends `${infer Before}{type}${infer After}`
  ? `${Before}${Name}${After}`
  : string

/** Returns the messages of all buttons, such as `oauth.continueWithGitHub`, from that one. */
export function buttonWords<Template extends string>(template: Template) {
  const labels = Object.values(oauthProviders).map((name) => [`oauth.continueWith${name}`, template.replace('{type}', name)])
  return { 'oauth.continueWith': template, ...Object.fromEntries(labels) } as { 'oauth.continueWith': Template } & {
    [Name in (typeof oauthProviders)[OAuthProvider] as `oauth.continueWith${Name}`]: Named<Template, Name>
  }
}
