import { useEffect, useState, type ReactElement } from 'react'
import type { OtpMethod } from '../../api/otps.ts'
import { LinkForm } from '../../products/emailMagicLinks/LinkForm.tsx'
import { Awaited } from '../../ui/Awaited.tsx'
import { chunk, useChunk } from '../../ui/chunk.ts'
import { useUi } from '../../ui/context.ts'
import type { Props } from '../../ui/map.ts'
import { useSheet } from '../../ui/sheets.ts'
import { useWords } from '../../ui/words.ts'
import { crypto, emailMagicLinks, kit, oauth, otp, passkeys, passwords } from '../chunks.ts'
import type * as laterChunks from '../laterChunks.ts'
import { BETWEEN_BUTTONS, BUTTON, FORM } from './heights.ts'
import sheet from './methods.css'
import { plan, secondOf, tabs, type Abilities, type Block, type Method } from './plan.ts'
import { Tabs } from './Tabs.tsx'
import { words } from './words.ts'

type LaterChunks = Pick<typeof laterChunks, 'otpScreens' | 'oauthCalls' | 'signing' | 'passkeyLogIn'>

/** What stands behind a form or a button: the kit knows where. */
const behind = <Name extends keyof LaterChunks>(name: Name) =>
  ({
    get now() {
      return kit.now?.[name].now
    },
    load: async () => (await kit.load())[name].load(),
  }) as LaterChunks[Name]
const otpScreens = behind('otpScreens')
const oauthCalls = behind('oauthCalls')
const signing = behind('signing')
const passkeyLogIn = behind('passkeyLogIn')
const wrongConfiguration = chunk(() => import('./WrongConfiguration.tsx'))

/** How high a part will be at least, in px, so that nothing jumps when its code comes. Texts that break for want of room, and tabs, make it higher. */
const heightOf = (block: Block): number => {
  if (block.kind === 'oauth') return block.providers.length * (BUTTON + BETWEEN_BUTTONS) - BETWEEN_BUTTONS
  return { wallets: BUTTON, passkey: BUTTON, forms: FORM, divider: 0 }[block.kind]
}

/** Main's part for several methods: buttons and forms in their groups, or what is wrong with the configuration. */
export function Methods(props: Props<'Main'>) {
  const { config } = useUi()
  const t = useWords(words)
  // a web view may have no WebAuthn, a page on plain http has none; an element that is called so is none
  const able = typeof PublicKeyCredential === 'function'
  const planned = plan(config, { ...useAutofill(able), passkeys: able })
  useSheet(sheet)
  if ('error' in planned) {
    const { error } = planned
    return <Awaited chunk={wrongConfiguration}>{({ WrongConfiguration }) => <WrongConfiguration error={error} />}</Awaited>
  }
  const shown = (block: Block): ReactElement => {
    switch (block.kind) {
      case 'oauth':
        return <Awaited chunk={oauth}>{({ OAuthButtons }) => <OAuthButtons {...block} calls={oauthCalls} />}</Awaited>
      case 'wallets':
        return <Awaited chunk={crypto}>{({ WalletButtons }) => <WalletButtons {...props} limit={block.limit} signing={signing} />}</Awaited>
      case 'passkey':
        return <Awaited chunk={passkeys}>{({ PasskeyButton }) => <PasskeyButton {...props} logIn={passkeyLogIn} />}</Awaited>
      case 'divider':
        return <>{t('methodDivider.text')}</>
      case 'forms':
        return <Forms {...props} methods={block.methods} autofill={planned.autofill} />
    }
  }
  return (
    <>
      {planned.blocks.map((block) => (
        <div
          key={block.kind}
          className={block.kind === 'divider' ? 'lk-divider' : 'lk-block'}
          style={{ minHeight: heightOf(block) + 'px' }}
        >
          {shown(block)}
        </div>
      ))}
    </>
  )
}

/**
 * Whether the browser offers passkeys under an e-mail field; asked for where passkeys are configured, of one that has them. One that has no such question
 * does not, which is known at once.
 */
function useAutofill(able: boolean): Pick<Abilities, 'autofill' | 'late'> {
  // its own: the one that all kinds of credentials inherit says no
  const knows = able && Object.hasOwn(PublicKeyCredential, 'isConditionalMediationAvailable')
  const asked = useUi().config.products?.includes('passkeys') && knows
  const [autofill, setAutofill] = useState(knows ? undefined : false)
  useEffect(() => {
    if (!asked) return
    // without their code, the place of the button offers to fetch it again
    const answer = passkeys.load().then(({ supportsAutofill }) => supportsAutofill())
    answer.then(setAutofill, () => setAutofill(false))
  }, [asked])
  return { autofill, late: knows }
}

/** The forms of the e-mail and phone group, in tabs where there are several. */
function Forms({ methods, autofill, ...props }: Props<'Main'> & { methods: Method[]; autofill: boolean }) {
  const { config } = useUi()
  const t = useWords(words)
  const [chosen, setChosen] = useState<string | undefined>(props.at.back && tabs[props.at.back.method])
  const { tab, product } = methods.find(({ tab }) => tab === chosen) || methods[0]!
  const code = (Object.keys(tabs) as OtpMethod[]).find((method) => tabs[method] === tab)!
  const second = secondOf(config)
  const form =
    product === 'passwords' ? (
      <Awaited chunk={passwords}>
        {({ PasswordForm }) => (
          <PasswordForm {...props} second={second && { kind: second, part: second === 'code' ? otpScreens : emailMagicLinks }} />
        )}
      </Awaited>
    ) : product === 'otp' ? (
      <Awaited chunk={otp}>{({ OtpForm }) => <OtpForm key={code} {...props} method={code} />}</Awaited>
    ) : (
      <LinkForm {...props} part={emailMagicLinks} />
    )
  const passkey = autofill && tab === 'tab.email' && <PasskeyAutofill {...props} />
  if (methods.length < 2) {
    return (
      <>
        {form}
        {passkey}
      </>
    )
  }
  return (
    <Tabs names={methods.map(({ tab }) => tab)} chosen={tab} onChoose={setChosen} label={t('tabs.ariaLabel')} text={t}>
      {form}
      {passkey}
    </Tabs>
  )
}

/** What waits for a passkey under the e-mail field; without its code the visitor has the field. */
function PasskeyAutofill({ go }: Props<'Main'>) {
  const { module } = useChunk(passkeyLogIn)
  return module ? <module.PasskeyAutofill go={go} /> : null
}
