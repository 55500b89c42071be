import { LinkForm } from '../products/emailMagicLinks/LinkForm.tsx'
import { useArrival } from '../ui/arrival.ts'
import { Awaited } from '../ui/Awaited.tsx'
import { words } from '../ui/baseWords.ts'
import { shown } from '../ui/chunk.ts'
import type { Product } from '../ui/config.ts'
import { DEFAULT_PRODUCTS } from '../ui/defaults.ts'
import { useUi } from '../ui/context.ts'
import type { Props } from '../ui/map.ts'
import { Ornament } from '../ui/Ornament.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useWords } from '../ui/words.ts'
import { emailMagicLinks, methods } from './chunks.ts'

/** The log-in screen: logo, header and the configured ways to sign in (spec section 2). */
export function Main(props: Props<'Main'>) {
  const { core, config, styles, visit } = useUi()
  const t = useWords(words)
  useArrival(() => {
    if (visit.peek().number) return
    void shown()
      .then(core.engine)
      .then((engine) => engine.load())
      .catch(() => {})
      .then((bootstrap) => core.log('render_login_screen', { options: config, bootstrap: bootstrap || core.bootstrap }))
  })
  return (
    <>
      {styles.logo?.logoImageUrl && (
        // its place, also while it is on its way, and if it never comes
        <div style={{ height: '50px' }}>
          <Ornament>{({ Logo }) => <Logo of={styles.logo!.logoImageUrl} alt={core.bootstrap.projectName} />}</Ornament>
        </div>
      )}
      <Screen title={!styles.hideHeaderText && t('login.title')}>
        {linksAlone(config.products) ? (
          <LinkForm {...props} part={emailMagicLinks} />
        ) : (
          <Awaited chunk={methods}>{({ Methods }) => <Methods {...props} />}</Awaited>
        )}
      </Screen>
    </>
  )
}

/** The commonest configuration needs none of the code that arranges several methods. */
export const linksAlone = (products: readonly Product[] = DEFAULT_PRODUCTS): boolean => products.join() === 'emailMagicLinks'
