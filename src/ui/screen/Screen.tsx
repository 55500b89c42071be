import type { ReactNode } from 'react'
import { Back } from './Back.tsx'
import { useUi } from '../context.ts'
import { Icon } from './Icon.tsx'
import { alertSign } from './icons.ts'
import { Logo } from './Logo.tsx'
import { Message } from './Message.tsx'
import { words } from '../words/kitWords.ts'
import { useWords } from '../words/translator.ts'
import { useArrivalFocus } from './useArrivalFocus.ts'

/** Returns the id of the title of the current screen. `suffix` is that of the widget. */
export const titleId = (suffix: string): string => 'screen-title' + suffix

/**
 * The frame of a screen after the first: a back arrow or a sign, the title, the host's logo, and
 * the place for an error. Arrows are on screens that the visitor can go back from; `sign` (a path
 * for Icon.tsx) is on those where something has happened, and `good` says that it is a success.
 * `marks` replaces a sign and the host's logo where a screen is about more than the host.
 */
export function Screen({
  title,
  back,
  sign,
  good,
  marks,
  error,
  children,
}: {
  title?: ReactNode
  back?: () => void
  sign?: string
  good?: boolean
  marks?: ReactNode
  error?: ReactNode
  children?: ReactNode
}) {
  const { suffix } = useUi()
  const heading = useArrivalFocus<HTMLHeadingElement>()
  return (
    <>
      {title && (
        <Head back={back} sign={sign} tone={good && 'good'} marks={marks}>
          <h2 id={titleId(suffix)} className="lk-title" tabIndex={-1} ref={heading}>
            {title}
          </h2>
        </Head>
      )}
      <Message>{error}</Message>
      {children}
    </>
  )
}

/**
 * A screen that says why something failed. The reason is what the visitor reads first; `title` is a
 * line above it. `children` are the ways on. In the look `quartz`, the reason is a banner.
 */
export function FailureScreen({
  title,
  reason,
  back,
  children,
}: {
  title: string
  reason: ReactNode
  back?: () => void
  children?: ReactNode
}) {
  const { suffix, look } = useUi()
  const t = useWords(words)
  const line = useArrivalFocus<HTMLParagraphElement>()
  if (look)
    return (
      <Screen title={t('failure.title')} back={back} error={reason}>
        {children}
      </Screen>
    )
  return (
    <>
      <Head back={back} sign={alertSign} tone="bad">
        <h2 id={titleId(suffix)} className="lk-title lk-eyebrow">
          {title}
        </h2>
      </Head>
      <div role="alert">
        <p className="lk-reason" tabIndex={-1} ref={line}>
          {reason}
        </p>
      </div>
      {children}
    </>
  )
}

function Head({
  back,
  sign,
  tone,
  marks,
  children,
}: {
  back?: () => void
  sign?: string
  tone?: 'good' | 'bad' | false
  marks?: ReactNode
  children: ReactNode
}) {
  const { core, styles } = useUi()
  return (
    <header className={marks ? 'lk-head lk-marked' : sign && !back ? 'lk-head lk-signed' : 'lk-head'}>
      {marks}
      {back ? (
        <Back onClick={back} />
      ) : (
        sign && (
          <div className={tone ? `lk-disc lk-${tone}` : 'lk-disc'}>
            <Icon path={sign} />
          </div>
        )
      )}
      {children}
      {!marks && <Logo of={styles.logo?.logoImageUrl} alt={core.bootstrap.projectName} />}
    </header>
  )
}
