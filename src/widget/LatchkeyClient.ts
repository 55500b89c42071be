import { inner } from '../client/core.ts'
import type { Place } from '../ui/map.ts'
import type { HostProps } from './hostProps.ts'
import { idpStart, noProducts, type IdentityProviderProps } from './idp.ts'
import { loginStart, type LoginProps } from './login.ts'
import { mount, type Mounted } from './mount.tsx'
import { passkeyStart } from './passkeys.ts'
import { resetStart, type ResetPasswordProps } from './reset.ts'
import { WidgetClient } from './WidgetClient.ts'

interface Target {
  /** A selector, or the element itself. */
  elementId: string | Element
}

/** What `mountLogin` takes. */
export interface MountLoginProps extends LoginProps, Target {}

/** What `mountResetPassword` takes. */
export interface MountResetPasswordProps extends ResetPasswordProps, Target {}

/** What `mountPasskeyRegistration` takes. */
export interface MountPasskeyRegistrationProps extends HostProps, Target {}

/** What `mountIdentityProvider` takes. */
export interface MountIdentityProviderProps extends IdentityProviderProps, Target {}

type Mount = 'mountLogin' | 'mountResetPassword' | 'mountPasskeyRegistration' | 'mountIdentityProvider'

/** The consumer client with its screens. */
export class LatchkeyClient extends WidgetClient {
  /** @internal The element that each mount makes, where it is no `div`: the drop-in entry has the provider's. */
  static tags: { [method in Mount]?: string } = {}

  /**
   * Shows the log-in widget in an element, or renders it there again with other props.
   * @throws Error when the selector matches nothing
   */
  mountLogin(props: MountLoginProps): Mounted<LoginProps> {
    return show(this, 'mountLogin', props, loginStart)
  }

  /**
   * Shows the page that a reset mail leads to: the form for a new password, or, where the address says `stytch_token_type=login`, the visitor being logged
   * in with the token as it is. Mounted again with other props, it is rendered again.
   * @throws Error when the selector matches nothing
   */
  mountResetPassword(props: MountResetPasswordProps): Mounted<ResetPasswordProps> {
    return show(this, 'mountResetPassword', props, resetStart)
  }

  /**
   * Offers whoever is signed in to make a passkey, and shows the passkeys that they have. Nobody signed in: the visitor is told so.
   * @throws Error when the selector matches nothing
   */
  mountPasskeyRegistration(props: MountPasskeyRegistrationProps): Mounted<HostProps> {
    return show(this, 'mountPasskeyRegistration', props, passkeyStart)
  }

  /**
   * Asks whoever is signed in whether the app that has sent them may have what it asks for, or may sign them out, by the query string of the page's address,
   * and sends them back (RFC 6749, section 4.1; OpenID Connect RP-Initiated Logout). Nobody signed in: the visitor is told so, and the screen waits.
   * @throws Error when the selector matches nothing
   */
  mountIdentityProvider(props: MountIdentityProviderProps): Mounted<IdentityProviderProps> {
    return show(this, 'mountIdentityProvider', { ...props, config: noProducts }, idpStart)
  }
}

const show = <Props extends HostProps>(
  client: LatchkeyClient,
  method: Mount,
  { elementId, ...props }: Props & Target,
  begin: (client: LatchkeyClient, props: Props) => Place,
) =>
  mount(method, elementId, (client.constructor as typeof LatchkeyClient).tags[method] || 'div', {
    core: client[inner],
    begin: (host) => begin(client, host as Props),
    given: props,
  }) as Mounted<Props>
