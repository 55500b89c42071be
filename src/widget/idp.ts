import type { ConsumerClient } from '../client/ConsumerClient.ts'
import type { IdentityProviderOptions, LoginConfig } from '../ui/config.ts'
import type { Place } from '../ui/map.ts'
import { idp, quietly } from './chunks.ts'
import type { HostProps } from './hostProps.ts'

/** What a host says of the identity-provider screens, mounted or as a component. */
export interface IdentityProviderProps extends Omit<HostProps, 'config'>, IdentityProviderOptions {}

/** These screens log nobody in, so they fetch nothing that does. */
export const noProducts: LoginConfig = { products: [] }

/** Where a visitor begins whom an app has sent: with their request, which is in the page's address, being looked at. */
export const idpStart = (client: ConsumerClient): Place => {
  quietly(idp)
  return { name: 'IDPConsent', step: 'preflight', by: { client } }
}
