import { useEffect, useState } from 'react'
import { text } from '../../../api/kinds.ts'
import { safeDocument } from '../../../browser/safeDocument.ts'
import { me } from '../../../api/users.ts'
import type { MagicLinkNamespace } from '../../../client/namespaces/magicLinks.ts'
import { otps } from '../../../client/namespaces/otps.ts'
import { fetchUser } from '../../../client/namespaces/userCalls.ts'
import { withoutToken } from '../../../client/url/stripToken.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { SentCode } from '../../../ui/screen/SentCode.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { isolate, withIsolates } from '../../../ui/words/untrustedText.ts'
import { words as codeWords } from '../words.ts'
import { words } from './confirmEmailWords.ts'
import { sendToAdd } from './sendToAdd.ts'

/** Returns the addresses of a user, in an answer that nobody has checked. */
const emailsOf = (user: { emails?: unknown } | undefined) =>
  (Array.isArray(user?.emails) ? user.emails.filter(Boolean) : []) as { email?: unknown; verified?: unknown }[]

/**
 * Confirms the email address of the visitor who is signed in, with a code or, if the host's own
 * server sends none, with a link, and then goes on.
 */
export function ConfirmEmail({ at, go }: ScreenProps<'ConfirmEmail'>) {
  const { next, methodId, link } = at
  const ui = useUi()
  const { core, minutes, kit } = ui
  const { status } = core
  const t = useWords({ ...codeWords, ...words })
  const task = useTask()
  const [before] = useState(status.now.user)
  const emails = emailsOf(before)
  const email = text((emails.find(({ verified }) => !verified) ?? emails[0])?.email) || ''
  const about = (id: 'confirmEmail.content' | 'confirmEmail.link') => withIsolates(t(id, { email: isolate(email) }))

  const isDone = () => {
    const { user } = status.now
    return user?.user_id !== before?.user_id || ((methodId || link) && emailsOf(user).some(({ verified }) => verified))
  }
  const look = () => {
    if (isDone()) go(next)
  }
  const ask = () => fetchUser(core, me)
  useEffect(() => {
    const onVisible = () => {
      if (link && safeDocument.visibilityState === 'visible') ask().catch(() => {})
    }
    safeDocument.addEventListener('visibilitychange', onVisible)
    // the link may be opened in another tab, which then has a session with a confirmed address
    const end = status.subscribe(look)
    look()
    return () => {
      end()
      safeDocument.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  const sendCode = () => sendToAdd(ui, 'email', email)
  const send = () =>
    task.run(async () => {
      const sent = await sendCode().catch((error) => {
        if (error.error_type !== 'route_not_found') throw error
      })
      if (!sent) {
        const { magicLinks } = await kit.now!.namespaceChunks.magicLinks.load()
        await (magicLinks(core) as MagicLinkNamespace).email.send(email, {
          login_magic_link_url: withoutToken(location.href.split('#')[0]!),
        })
      }
      go({ ...at, methodId: sent?.method_id, link: !sent })
    })
  const verify = async (code: string, methodId: string) => {
    await otps(core).authenticate(code, methodId, { session_duration_minutes: minutes })
    go(next)
  }
  const goOn = () =>
    task.run(async () => {
      await ask()
      if (!isDone()) throw { message: t('confirmEmail.pending') }
    })
  const start = { name: 'ConfirmEmail', next } as const
  const leave = next.name === 'IDPConsent' ? undefined : () => go({ name: next.name })
  return (
    <Screen
      title={t(methodId ? 'passcode.title' : 'confirmEmail.title')}
      back={methodId || link ? () => go(start) : leave}
      error={!methodId && task.error}
    >
      {methodId ? (
        <SentCode name="confirm" destination={email} methodId={methodId} task={task} verify={verify} sendAgain={sendCode} />
      ) : (
        <>
          <p>{about(link ? 'confirmEmail.link' : 'confirmEmail.content')}</p>
          <Button task={task} onClick={link ? goOn : send}>
            {t(link ? 'confirmEmail.continue' : 'confirmEmail.send')}
          </Button>
        </>
      )}
    </Screen>
  )
}
