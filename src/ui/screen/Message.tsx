import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { alertSign } from './icons.ts'
import type { Announcement } from '../task.ts'

/** What a banner says, beside its drawing. */
export const Banner = ({ kind, sign = alertSign, children }: { kind: BannerKind; sign?: string; children: ReactNode }) => (
  <div className={`lk-message lk-${kind}`}>
    <Icon path={sign} />
    <div>{children}</div>
  </div>
)

type BannerKind = 'error' | 'warning' | 'success'

/**
 * A banner that screen readers announce. Its live region exists before the text, or nothing would
 * be announced (WCAG 4.1.3). A failure in the look `quartz` brings its own banner, whose kind is
 * that of the failure.
 */
export const Message = ({ children, kind = 'error', id }: { children?: ReactNode; kind?: BannerKind; id?: string }) => {
  const { key, props } = (children || {}) as NonNullable<Announcement>
  const isBanner = (props?.children as { type?: unknown } | undefined)?.type === Banner
  return (
    <div key={key} role={kind === 'error' ? 'alert' : 'status'} id={id}>
      {children && (isBanner ? children : <Banner kind={kind}>{children}</Banner>)}
    </div>
  )
}
