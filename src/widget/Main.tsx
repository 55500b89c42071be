import { LinkForm } from '../products/emailMagicLinks/LinkForm.tsx'
import { ChunkContent } from '../ui/chunks/ChunkContent.tsx'
import { words } from '../ui/words/baseWords.ts'
import { DEFAULT_PRODUCTS } from '../ui/host/defaults.ts'
import { useUi } from '../ui/context.ts'
import type { ScreenProps } from '../ui/map.ts'
import { KitPart } from '../ui/chunks/KitPart.tsx'
import { useWords } from '../ui/words/translator.ts'
import { useArrivalFocus } from '../ui/screen/useArrivalFocus.ts'
import { emailMagicLinks, linksAlone, methods } from './firstScreenChunks.ts'

/** The log-in screen: logo, header and the configured ways to sign in. */
export function Main(props: ScreenProps<'Main'>) {
  const { core, config, styles } = useUi()
  const t = useWords(words)
  const heading = useArrivalFocus<HTMLHeadingElement>()
  return (
    <>
      {styles.logo?.logoImageUrl && (
        // keeps the height, even while the logo loads or if it never does
        <div style={{ height: '50px' }}>
          <KitPart>{({ Logo }) => <Logo of={styles.logo!.logoImageUrl} alt={core.bootstrap.projectName} />}</KitPart>
        </div>
      )}
      {!styles.hideHeaderText && (
        <h2 className="lk-title" tabIndex={-1} ref={heading}>
          {t('login.title')}
        </h2>
      )}
      {linksAlone(config.products || DEFAULT_PRODUCTS) ? (
        <LinkForm {...props} product={emailMagicLinks} />
      ) : (
        <ChunkContent chunk={methods}>{({ Methods }) => <Methods {...props} />}</ChunkContent>
      )}
      {config.legal && (
        // two lines, while it loads
        <div style={{ minHeight: '2.5em' }}>
          <KitPart>{({ Legal }) => <Legal {...config.legal} />}</KitPart>
        </div>
      )}
    </>
  )
}
