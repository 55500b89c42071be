// What a page on the host's React needs of the code that mounts: to take over a form that a server
// has rendered, and for the dialog of `useConfirm`.
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { coreKey } from '../client/core.ts'
import type { Confirmed } from '../ui/host/config.ts'
import { kit } from './firstScreenChunks.ts'
import type { ConfirmProps } from './hostProps.ts'
import { mount } from './mount.tsx'
import { secondFactorStart } from './startPlaces.ts'

export { mount }

/** Does what `client.confirm` of `latchkey` does, for a client that mounts nothing. */
export const confirmIn = async (client: ConsumerClient, options?: ConfirmProps): Promise<Confirmed> => {
  const { confirmation } = await kit.load()
  const { confirm } = await confirmation.load()
  const core = client[coreKey]
  return confirm(
    {
      [coreKey]: core,
      mountSecondFactor: ({ elementId, ...props }) =>
        mount('mountSecondFactor', elementId, 'div', { core, start: secondFactorStart, props }),
    },
    options,
  )
}
