// `latchkey` as bundlers resolve it in development (the export condition): the same client, which
// also warns about invalid options and props.
import { coreKey } from '../../client/core.ts'
import type { BackendOptions, ClientOptions } from '../../client/options.ts'
import {
  LatchkeyClient as Client,
  type MountAccountProps,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
  type MountSecondFactorProps,
} from '../index.ts'
import { advice, type Subject } from './advice.ts'

/** Warns on the console, once per client and fault. */
const advise = (client: Client, subject: Subject, options: object) => {
  for (const fault of advice(subject, options)) client[coreKey].warn(`${subject}: ${fault}`)
}

const withoutTarget = ({ elementId, ...props }: MountLoginProps | MountIdentityProviderProps) => props

/** {@link Client} with advice on its options and props. */
export class LatchkeyClient extends Client {
  constructor(options: BackendOptions)
  constructor(publicToken: string, options?: ClientOptions)
  constructor(project: string | BackendOptions, options: ClientOptions = {}) {
    super(project as string, options)
    if (typeof project === 'string') advise(this, 'options', options)
    else advise(this, 'backendOptions', project)
  }

  override mountLogin(props: MountLoginProps) {
    advise(this, 'mountLogin', withoutTarget(props))
    return super.mountLogin(props)
  }

  override mountResetPassword(props: MountResetPasswordProps) {
    advise(this, 'mountResetPassword', withoutTarget(props))
    return super.mountResetPassword(props)
  }

  override mountPasskeyRegistration(props: MountPasskeyRegistrationProps) {
    advise(this, 'mountPasskeyRegistration', withoutTarget(props))
    return super.mountPasskeyRegistration(props)
  }

  override mountSecondFactor(props: MountSecondFactorProps) {
    advise(this, 'mountSecondFactor', withoutTarget(props))
    return super.mountSecondFactor(props)
  }

  override mountAccount(props: MountAccountProps) {
    advise(this, 'mountAccount', withoutTarget(props))
    return super.mountAccount(props)
  }

  override mountIdentityProvider(props: MountIdentityProviderProps) {
    advise(this, 'mountIdentityProvider', withoutTarget(props))
    return super.mountIdentityProvider(props)
  }
}
