import type { ReactNode } from 'react'
import { Back } from './Back.tsx'
import { useUi } from './context.ts'
import { Icon } from './Icon.tsx'
import { alertSign } from './icons.ts'
import { Logo } from './Logo.tsx'
import { Message } from './Message.tsx'
import { useArrivalFocus } from './useArrivalFocus.ts'

/** The id of the title of the current screen. `suffix` is that of the widget. */
export const titleId = (suffix: string): string => 'screen-title' + suffix

/**
 * The frame of a screen after the first: a back arrow or a sign, the title, the host's logo, and the place for an error. Arrows are on screens that the visitor can go back
 * from; `sign` (a path for Icon.tsx) is on those where something has happened, and `good` says that it is a success.
 */
export function Screen({
  title,
  back,
  sign,
  good,
  error,
  children,
}: {
  title?: ReactNode
  back?: () => void
  sign?: string
  good?: boolean
  error?: ReactNode
  children?: ReactNode
}) {
  const { suffix } = useUi()
  const heading = useArrivalFocus<HTMLHeadingElement>()
  return (
    <>
      {title && (
        <Head back={back} sign={sign} tone={good && 'good'}>
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

/** A screen that says why something failed. The reason is what the visitor reads first; `title` is a line above it. `children` are the ways on. */
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
  const { suffix } = useUi()
  const line = useArrivalFocus<HTMLParagraphElement>()
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

function Head({ back, sign, tone, children }: { back?: () => void; sign?: string; tone?: 'good' | 'bad' | false; children: ReactNode }) {
  const { core, styles } = useUi()
  return (
    <header className="lk-head">
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
      <Logo of={styles.logo?.logoImageUrl} alt={core.bootstrap.projectName} />
    </header>
  )
}
