import { coreKey } from '../client/core.ts'
import type { Confirmed } from '../ui/host/config.ts'
import type { Place } from '../ui/map.ts'
import type {
  AccountProps,
  ConfirmProps,
  HostProps,
  IdentityProviderProps,
  LoginProps,
  ResetPasswordProps,
  SecondFactorProps,
} from './hostProps.ts'
import { mount, type Mounted } from './mount.tsx'
import { accountStart, idpStart, loginStart, noProducts, passkeyStart, resetStart, secondFactorStart } from './startPlaces.ts'
import { WidgetClient } from './WidgetClient.ts'

interface Target {
  /** The element to mount in: a selector, or the element itself. */
  elementId: string | Element
}

/** The props of `mountLogin`. */
export interface MountLoginProps extends LoginProps, Target {}

/** The props of `mountResetPassword`. */
export interface MountResetPasswordProps extends ResetPasswordProps, Target {}

/** The props of `mountPasskeyRegistration`. */
export interface MountPasskeyRegistrationProps extends HostProps, Target {}

/** The props of `mountSecondFactor`. */
export interface MountSecondFactorProps extends SecondFactorProps, Target {}
/** The props of `mountAccount`. */
export interface MountAccountProps extends AccountProps, Target {}

/** The props of `mountIdentityProvider`. */
export interface MountIdentityProviderProps extends IdentityProviderProps, Target {}

/** What `client.session` has beside its own calls (laterChunks.ts). */
interface ConfirmCall {
  confirm(client: LatchkeyClient, options?: ConfirmProps): Promise<Confirmed>
}

/** The names of the mount methods. */
type Mount = Extract<keyof LatchkeyClient, `mount${string}`>

/** The client of a project of users, with screens. */
export class LatchkeyClient extends WidgetClient {
  /**
   * Shows the log-in widget in an element, or renders it again there with other props.
   * @throws Error if the selector matches nothing
   */
  mountLogin(props: MountLoginProps): Mounted<LoginProps> {
    return show(this, 'mountLogin', props, loginStart)
  }

  /**
   * Shows the page that a reset email leads to: the form for a new password or, if the URL says
   * `stytch_token_type=login`, a screen that signs the visitor in with the token. Call it again
   * with other props to render it again.
   * @throws Error if the selector matches nothing
   */
  mountResetPassword(props: MountResetPasswordProps): Mounted<ResetPasswordProps> {
    return show(this, 'mountResetPassword', props, resetStart)
  }

  /**
   * Lets the signed-in user create a passkey, and shows the passkeys that they have. If nobody is
   * signed in, it says so.
   * @throws Error if the selector matches nothing
   */
  mountPasskeyRegistration(props: MountPasskeyRegistrationProps): Mounted<HostProps> {
    return show(this, 'mountPasskeyRegistration', props, passkeyStart)
  }

  /**
   * Asks the signed-in user for a second factor, by one of the `methods` that they have set up. If
   * the session has two factors already, it says so at once. If nobody is signed in, or the user
   * has none of the methods, the screen says so, and `onError` is called; in the second case with
   * the code `no_second_factor`.
   * @throws Error if the selector matches nothing
   */
  mountSecondFactor(props: MountSecondFactorProps): Mounted<SecondFactorProps> {
    return show(this, 'mountSecondFactor', props, secondFactorStart)
  }

  /**
   * Shows the signed-in user what belongs to their account: email addresses, phone numbers,
   * passkeys, an authenticator app, accounts at other providers, wallets and connected apps. They
   * can add and remove them. If nobody is signed in, it says so.
   * @throws Error if the selector matches nothing
   */
  mountAccount(props: MountAccountProps): Mounted<AccountProps> {
    return show(this, 'mountAccount', props, accountStart)
  }

  /**
   * Asks the signed-in user for their consent to an app's request, or to be signed out by an app,
   * and sends them back to the app (RFC 6749, section 4.1; OpenID Connect RP-Initiated Logout). The
   * request is in the query of the page's URL. If nobody is signed in, the screen says so and
   * waits.
   * @throws Error if the selector matches nothing
   */
  mountIdentityProvider(props: MountIdentityProviderProps): Mounted<IdentityProviderProps> {
    return show(this, 'mountIdentityProvider', { ...props, config: noProducts }, idpStart)
  }

  /**
   * Makes sure that the signed-in user has proved who they are in the last `maxAgeMinutes`: before
   * a change that matters, call this, and send the change when it resolves. If their proof is
   * older, a dialog asks them to confirm that it is them, by a way that they have. Other options
   * are those of a widget, such as `styles`. Rejects with the code `confirmation_canceled` if they
   * close it, and as `session.authenticate` does if nobody is signed in. Your server has to check
   * `confirmedAt` itself.
   */
  confirm(options?: ConfirmProps): Promise<Confirmed> {
    return (this.session as unknown as ConfirmCall).confirm(this, options)
  }
}

const show = <Props extends HostProps>(
  client: LatchkeyClient,
  method: Mount,
  { elementId, ...props }: Props & Target,
  start: (client: LatchkeyClient, props: Props) => Place,
) =>
  mount(method, elementId, 'div', {
    core: client[coreKey],
    start: (host) => start(client, host as Props),
    props,
  }) as Mounted<Props>
