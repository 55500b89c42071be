import { useEffect } from 'react'
import type { IDPConsentItem } from '../../ui/config.ts'
import { useUi } from '../../ui/context.ts'
import { kit } from '../../ui/kit.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { submit } from './authorize.ts'
import { Choice } from './Choice.tsx'
import { hostOf } from './names.ts'
import { isCustom } from './scopes.ts'
import type { StepProps } from './step.ts'
import { words } from './words.ts'

const { Logo } = kit

/** Asks the visitor whether an app may have what it asks for, and says who the app is and where they are sent then. */
export function Consent({ at, go }: StepProps<'consent'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const { request, clientName, projectName, sections, ungrantable } = at
  const names = { clientName, projectName }
  const { status } = ui.core
  // the question was about this session: what another visitor can grant is theirs to see
  const look = () => status.now.session?.session_id === at.session_id || go({ step: 'preflight' })
  // at once, too: another may have come since
  useEffect(() => (look(), status.subscribe(look)), [])
  return (
    <>
      <Logo of={ui.styles.logo?.logoImageUrl} />
      <Logo of={at.logo} />
      <Screen
        title={t(request.scopes.some(isCustom) ? 'idpConsent.customScopes.title' : 'idpConsent.signIn.title', names)}
        error={task.error}
      >
        {sections.map(
          ({ header, items }, index) =>
            items.length > 0 && (
              <div key={index}>
                <h3 className="lk-label">
                  <strong>{header}</strong>
                </h3>
                <Items of={items} />
              </div>
            ),
        )}
        {ungrantable.length > 0 && (
          <details className="lk-helper lk-unfold">
            <summary>{t('idpConsent.noPermissionsToGrant', names)}</summary>
            <p>{t('idpConsent.cannotGrantRequest', names)}</p>
            <Items of={ungrantable} />
          </details>
        )}
        <Choice
          task={task}
          yes={t('idpConsent.button.allow')}
          no={t('idpConsent.button.deny')}
          decide={async (granted) => go(await submit(ui, t, request, granted))}
        />
        <p className="lk-helper lk-center">{t.rich('idpConsent.redirect', { host: hostOf(request.redirect_uri) })}</p>
      </Screen>
    </>
  )
}

/** A list of what an app asks for; details unfold, and what is too long to be seen at once scrolls, by keyboard too. */
const Items = ({ of }: { of: IDPConsentItem[] }) => (
  <ul className="lk-asked" tabIndex={of.length > 10 ? 0 : undefined}>
    {of.map((item, index) => {
      const { text, details } = typeof item === 'string' ? { text: item } : item
      return (
        <li key={index}>
          {details?.length ? (
            <details className="lk-unfold">
              <summary>{text}</summary>
              {details.map((detail, index) => (
                <p key={index} className="lk-helper">
                  {detail}
                </p>
              ))}
            </details>
          ) : (
            text
          )}
        </li>
      )
    })}
  </ul>
)
