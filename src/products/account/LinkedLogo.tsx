import { useChunk } from '../../ui/chunks/chunk.ts'
import { useUi } from '../../ui/context.ts'
import { Icon } from '../../ui/screen/Icon.tsx'

/** The logo of an account at another provider. `usual` is the drawing until it has loaded. */
export function LinkedLogo({ provider, usual }: { provider: string; usual: string }) {
  const { providerLogos } = useUi().kit.now!
  const { module } = useChunk(providerLogos)
  return module ? <module.ProviderLogo type={provider.toLowerCase()} /> : <Icon path={usual} />
}
