import { useEffect, useRef, useState } from 'react'
import type { IDPConsentItem } from '../../ui/config.ts'
import { useUi } from '../../ui/context.ts'
import { Logo } from '../../ui/Logo.tsx'
import { rich } from '../../ui/rich.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/translator.ts'
import { submit } from './authorize.ts'
import { YesNoButtons } from './YesNoButtons.tsx'
import { hostOf, isolate, withIsolates } from './untrustedText.ts'
import { isCustom } from './scopes.ts'
import type { StepProps } from './steps.ts'
import { words } from './words.ts'

/** Asks the visitor to allow what an app requests, and says who the app is and where they will be sent. */
export function Consent({ at, go }: StepProps<'consent'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const { request, clientName, projectName, sections, ungrantable } = at
  const names = { clientName: isolate(clientName), projectName: isolate(projectName) }
  const host = isolate(hostOf(request.redirect_uri))
  const bold = (text: string) => <strong key="host">{withIsolates(text, 'ltr')}</strong>
  const { status } = ui.core
  // the question is for this session: another visitor has to see what they can grant
  const look = () => status.now.session?.session_id === at.session_id || go({ step: 'preflight' })
  // also at once, because another visitor may have signed in since the last step
  useEffect(() => (look(), status.subscribe(look)), [])
  return (
    <>
      <Logo of={ui.styles.logo?.logoImageUrl} />
      <Logo of={at.logo} />
      <Screen
        title={withIsolates(t(request.scopes.some(isCustom) ? 'idpConsent.customScopes.title' : 'idpConsent.signIn.title', names))}
        error={task.error}
      >
        {sections.map(
          ({ header, items }, index) =>
            items.length > 0 && (
              <div key={index}>
                <h3 className="lk-label">
                  <strong>{withIsolates(header)}</strong>
                </h3>
                <Items of={items} />
              </div>
            ),
        )}
        {ungrantable.length > 0 && (
          <details className="lk-helper lk-unfold">
            <summary>{withIsolates(t('idpConsent.noPermissionsToGrant', names))}</summary>
            <p>{withIsolates(t('idpConsent.cannotGrantRequest', names))}</p>
            <Items of={ungrantable} />
          </details>
        )}
        <YesNoButtons
          task={task}
          yes={t('idpConsent.button.allow')}
          no={t('idpConsent.button.deny')}
          decide={async (granted) => go(await submit(ui, t, request, granted))}
        />
        <p className="lk-helper lk-center">{withIsolates(rich(t, 'idpConsent.redirect', { host }, { bold }), 'ltr')}</p>
      </Screen>
    </>
  )
}

/** A list of what an app requests. Details unfold, and a list that does not fit scrolls, by keyboard too. */
function Items({ of }: { of: IDPConsentItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = list
    const observer = new ResizeObserver(() => setScrolls(current!.scrollHeight > current!.clientHeight))
    // once the list scrolls, it no longer grows with its items, so this observes them, too
    for (const element of [current!, ...current!.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return (
    <ul className="lk-asked" ref={list} tabIndex={scrolls ? 0 : undefined}>
      {of.map((item, index) => {
        const { text, details } = typeof item === 'string' ? { text: item } : item
        return (
          <li key={index}>
            {details?.length ? (
              <details className="lk-unfold">
                <summary>{withIsolates(text)}</summary>
                {details.map((detail, index) => (
                  <p key={index} className="lk-helper">
                    {withIsolates(detail)}
                  </p>
                ))}
              </details>
            ) : (
              withIsolates(text)
            )}
          </li>
        )
      })}
    </ul>
  )
}
