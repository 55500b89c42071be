import { useEffect, useRef, useState } from 'react'
import { SessionAccountBadge } from '../../ui/screen/AccountBadge.tsx'
import { useUi } from '../../ui/context.ts'
import { Icon } from '../../ui/screen/Icon.tsx'
import { alertSign, goesOn, leaves, tick } from '../../ui/screen/icons.ts'
import { Logo } from '../../ui/screen/Logo.tsx'
import { Message } from '../../ui/screen/Message.tsx'
import type { ConsentItem } from '../../ui/map.ts'
import { rich } from '../../ui/words/rich.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { useTask } from '../../ui/task.ts'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { orProof, submit } from './authorize.ts'
import { endSession } from './endSession.ts'
import { YesNoButtons } from './YesNoButtons.tsx'
import { destinationOf, hostsOf } from './appNames.ts'
import { isolate, withIsolates } from '../../ui/words/untrustedText.ts'
import { chosenScopes, isSelectable } from './chosenScopes.ts'
import { Mark } from './Mark.tsx'
import { isCustom, isDangerous } from './scopes.ts'
import type { StepProps } from './steps.ts'
import { words } from './words.ts'

/** A row that unfolds. */
const unfolds = 'm6 9 6 6 6-6'

/** What the visitor cannot grant. */
const cross = 'm7 7 10 10m0-10L7 17'

/** Two sides that deal with each other. */
const exchange = 'M4 9h15m-3-3 3 3-3 3M20 15H5m3-3-3 3 3 3'

/** Puts first what a visitor should not overlook. */
const dangerousFirst = (items: ConsentItem[]): ConsentItem[] => [
  ...items.filter(isDangerous),
  ...items.filter((item) => !isDangerous(item)),
]

/**
 * The longest list without a count, in items. A visitor does not see all of a longer one at once.
 */
const UNCOUNTED = 10

/** How many items a longer list shows before the visitor asks for all of it. */
const FOLDED = 7

/**
 * Asks the visitor to allow what an app requests, and says who the app is, who they are, where the
 * app can use its access, and where they will be sent.
 */
export function Consent({ at, go }: StepProps<'consent'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const leaving = useTask()
  const { request, clientName, ownName, projectName, sections, ungrantable } = at
  const { core, suffix, look } = ui
  const [unchecked, setUnchecked] = useState<ConsentItem[]>([])
  const scopes = chosenScopes(
    request.scopes,
    sections.flatMap(({ items }) => items),
    unchecked,
  )
  const names = { clientName: isolate(clientName), projectName: isolate(projectName) }
  const destination = destinationOf(request.redirect_uri)
  const resources = hostsOf(request.resources ?? [])
  const bold = (text: string) => <strong key="host">{withIsolates(text, 'ltr')}</strong>
  const { status } = core
  // the question is for this session: another visitor has to see what they can grant
  const check = () => status.now.session?.session_id === at.session_id || go({ step: 'preflight' })
  // also at once, because another visitor may have signed in since the last step
  useEffect(() => (check(), status.subscribe(check)), [])
  const headerId = (index: number) => `asked-${index}${suffix}`
  return (
    <Screen
      title={withIsolates(t(request.scopes.some(isCustom) ? 'idpConsent.customScopes.title' : 'idpConsent.signIn.title', names))}
      marks={
        <div className="lk-pair">
          {look ? <Mark of={at.logo} name={clientName} /> : <Logo of={at.logo} />}
          <Icon path={look ? exchange : goesOn} out={!look} />
          {look ? <Mark of={ui.styles.logo?.logoImageUrl} name={projectName} /> : <Logo of={ui.styles.logo?.logoImageUrl} />}
        </div>
      }
      error={task.error || leaving.error}
    >
      {ownName && <p className={look ? 'lk-sub' : undefined}>{withIsolates(t('idpConsent.ownName', { clientName: isolate(ownName) }))}</p>}
      {ownName !== undefined && 'isHere' in destination && destination.isHere && (
        <Message kind="warning">{withIsolates(t('idpConsent.anyApp', names))}</Message>
      )}
      <SessionAccountBadge>
        {/* after a sign-out the host's token would sign the same visitor in again */}
        {!ui.productOptions.authTokenParams && (
          <TextButton
            task={task.busy ? { busy: true } : leaving}
            onClick={() => task.busy || void leaving.run(async () => void (await endSession(core)))}
          >
            {t('account.notYou')}
          </TextButton>
        )}
      </SessionAccountBadge>
      {sections.map(
        ({ header, items }, index) =>
          items.length > 0 && (
            <div key={index}>
              <div className="lk-asks">
                <h3 className="lk-label" id={headerId(index)}>
                  {withIsolates(header)}
                </h3>
                {items.length > UNCOUNTED && <span>{t('idpConsent.count', { count: `${items.length}` })}</span>}
              </div>
              <Items
                of={look ? dangerousFirst(items) : items}
                folds={!!look}
                header={headerId(index)}
                icon={tick}
                unchecked={unchecked}
                choose={(item, isChecked) => setUnchecked((left) => (isChecked ? left.filter((other) => other !== item) : [...left, item]))}
              />
            </div>
          ),
      )}
      {resources.length > 0 && (
        <div>
          <div className="lk-asks">
            <h3 className="lk-label" id={headerId(-2)}>
              {t('idpConsent.resources')}
            </h3>
          </div>
          <Items of={resources} header={headerId(-2)} icon={leaves} />
        </div>
      )}
      {ungrantable.length > 0 && (
        <details className={look ? 'lk-refused' : 'lk-message lk-warning'}>
          <summary>
            <Icon path={look ? cross : alertSign} />
            <span>{withIsolates(t('idpConsent.noPermissionsToGrant', names))}</span>
            <Icon path={unfolds} />
          </summary>
          <p id={headerId(-1)}>{withIsolates(t('idpConsent.cannotGrantRequest', names))}</p>
          <Items of={ungrantable} header={headerId(-1)} icon={cross} />
        </details>
      )}
      <p className="lk-dest">
        <Icon path={leaves} out />
        <span>
          {withIsolates(
            'host' in destination
              ? rich(
                  t,
                  destination.isHere ? 'idpConsent.redirectHere' : 'idpConsent.redirect',
                  { host: isolate(destination.host) },
                  { bold },
                )
              : rich(t, 'idpConsent.redirectToApp', { scheme: isolate(destination.scheme) }, { bold }),
            'ltr',
          )}
        </span>
      </p>
      <YesNoButtons
        task={leaving.busy ? leaving : task}
        yes={t('idpConsent.button.allow')}
        no={t('idpConsent.button.deny')}
        nothing={!scopes.length}
        decide={async (isGranted) => {
          // a cookie that the page does not see may be another visitor's by now
          await (await core.life()).settle()
          if (status.now.session?.session_id === at.session_id)
            go(await orProof(submit(ui, t, isGranted ? { ...request, scopes } : request, isGranted)))
        }}
      />
      {look && <p className="lk-helper">{t('idpConsent.removable')}</p>}
    </Screen>
  )
}

/**
 * A list of what an app requests, named by the element with the id `header`. Details unfold, and a
 * list that does not fit scrolls, by keyboard too, or `folds`: the rest shows on demand. `icon` is
 * for the items without one. Those that the visitor can leave out have a check box; `unchecked` are
 * those that they did, and `choose` takes a change.
 */
function Items({
  of,
  folds,
  header,
  icon: usual,
  unchecked = [],
  choose,
}: {
  of: ConsentItem[]
  folds?: boolean
  header: string
  icon: string
  unchecked?: ConsentItem[]
  choose?: (item: ConsentItem, isChecked: boolean) => void
}) {
  const t = useWords(words)
  const { look } = useUi()
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, open] = useState(false)
  const isFolded = folds && !isOpen && of.length > UNCOUNTED
  const [scrolls, setScrolls] = useState(false)
  const unfold = () => {
    list.current!.tabIndex = -1
    list.current!.focus()
    open(true)
  }
  useEffect(() => {
    const { current } = list
    const observer = new ResizeObserver(() => setScrolls(current!.scrollHeight > current!.clientHeight))
    // once the list scrolls, it no longer grows with its items, so this observes them, too
    for (const element of [current!, ...current!.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return (
    <>
      <ul
        className={look ? `lk-scopes${isFolded ? ' lk-fold' : ''}` : 'lk-rows lk-asked'}
        ref={list}
        aria-labelledby={header}
        tabIndex={scrolls && !look ? 0 : undefined}
      >
        {(isFolded ? of.slice(0, FOLDED) : of).map((item, index) => {
          const { text, details = [], icon = usual } = typeof item === 'string' ? { text: item } : item
          const lines = details.map((detail, index) => (
            <p key={index} className="lk-helper">
              {withIsolates(detail)}
            </p>
          ))
          const row = (
            <>
              <Icon path={look && isDangerous(item) ? alertSign : look ? usual : icon} />
              <span>{withIsolates(text)}</span>
            </>
          )
          return (
            <li key={index} className={look && isDangerous(item) ? 'lk-risky' : undefined}>
              {isSelectable(item) ? (
                <>
                  <label className="lk-row">
                    <input
                      type="checkbox"
                      // not `checked`: the first click fetches words, and what they render would
                      // undo it before its `change`
                      defaultChecked={!unchecked.includes(item)}
                      onChange={(event) => choose!(item, event.currentTarget.checked)}
                    />
                    <span>{withIsolates(text)}</span>
                  </label>
                  {lines}
                </>
              ) : look ? (
                <div className="lk-row">
                  {row}
                  {lines}
                </div>
              ) : lines.length ? (
                <details>
                  <summary className="lk-row">
                    {row}
                    <Icon path={unfolds} />
                  </summary>
                  {lines}
                </details>
              ) : (
                <div className="lk-row">{row}</div>
              )}
            </li>
          )
        })}
      </ul>
      {isFolded && (
        <button type="button" className="lk-link lk-all" aria-expanded={false} onClick={unfold}>
          {t('idpConsent.showAll', { count: `${of.length}` })} <Icon path={unfolds} />
        </button>
      )}
    </>
  )
}
