import { useEffect, useLayoutEffect, useState, type ReactElement } from 'react'
import type { OtpMethod } from '../../api/otps.ts'
import { LinkForm } from '../../products/emailMagicLinks/LinkForm.tsx'
import { ChunkContent } from '../../ui/chunks/ChunkContent.tsx'
import { chunk, useChunk } from '../../ui/chunks/chunk.ts'
import { useUi } from '../../ui/context.ts'
import type { LastMethodKey, LastUsed } from '../../ui/visitor/lastMethod.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { useSheet } from '../../ui/looks/sheets.ts'
import { useWords } from '../../ui/words/translator.ts'
import { walletButtons, emailMagicLinks, kit, oauth, otp, passkeys, passwords } from '../firstScreenChunks.ts'
import type * as laterChunks from '../laterChunks.ts'
import { BETWEEN_BUTTONS, BUTTON, FORM } from './heights.ts'
import sheet from './methods.css'
import { plan, secondOf, tabs, type Abilities, type Block, type Method } from './plan.ts'
import { Tabs } from './Tabs.tsx'
import { words } from './words.ts'

type LaterChunks = Pick<typeof laterChunks, 'otpScreens' | 'oauthCalls' | 'signing' | 'passkeyLogIn'>

/**
 * Returns a chunk of laterChunks.ts. That table is a part of the kit, so the kit is fetched first.
 */
const laterChunk = <Name extends keyof LaterChunks>(name: Name) =>
  ({
    get now() {
      return kit.now?.[name].now
    },
    load: async () => (await kit.load())[name].load(),
  }) as LaterChunks[Name]
const otpScreens = laterChunk('otpScreens')
const oauthCalls = laterChunk('oauthCalls')
const signing = laterChunk('signing')
const passkeyLogIn = laterChunk('passkeyLogIn')
/** Also a row of laterChunks.ts, which comes too late for this screen. */
const quartzLater = chunk(() => import('../../ui/looks/quartz/quartzLater.tsx'))
const wrongConfiguration = chunk(() => import('./WrongConfiguration.tsx'))

/**
 * Returns the minimum height of a part, in px, so that nothing jumps when its code has loaded.
 * Texts that wrap, and tabs, make it higher.
 */
const heightOf = (block: Block, social?: 'list' | 'grid'): number => {
  if (block.kind === 'oauth') {
    const rows = Math.ceil(block.providers.length / (social === 'grid' ? 2 : 1))
    return rows * (BUTTON + BETWEEN_BUTTONS) - BETWEEN_BUTTONS
  }
  return { wallets: BUTTON, passkey: BUTTON, forms: FORM, divider: 0 }[block.kind]
}

/**
 * The part of Main for several methods: buttons and forms in their groups, or what is wrong with
 * the configuration.
 */
export function Methods(props: ScreenProps<'Main'>) {
  const { config, styles, look, render } = useUi()
  const { module, failed } = useChunk(look && quartzLater)
  if (look && module) look.quartzLater.now = module
  const later = look?.quartzLater.now
  useLayoutEffect(() => render(later), [later])
  const t = useWords(words)
  const lastUsed = useLastUsed(t('method.last'))
  // the same as `supportsPasskeys` (browser/passkeySupport.ts), which loads with the passkey
  // button: too late for the plan
  const able = typeof PublicKeyCredential === 'function'
  const layout = plan(config, usePasskeys(able))
  useSheet(sheet)
  if ('error' in layout) {
    const { error } = layout
    return <ChunkContent chunk={wrongConfiguration}>{({ WrongConfiguration }) => <WrongConfiguration error={error} />}</ChunkContent>
  }
  const contentOf = (block: Block): ReactElement => {
    switch (block.kind) {
      case 'oauth':
        return (
          <ChunkContent chunk={oauth}>
            {({ OAuthButtons }) => <OAuthButtons {...block} calls={oauthCalls} lastUsed={lastUsed} />}
          </ChunkContent>
        )
      case 'wallets':
        return (
          <ChunkContent chunk={walletButtons}>
            {({ WalletButtons }) => <WalletButtons {...props} limit={block.limit} signing={signing} lastUsed={lastUsed} />}
          </ChunkContent>
        )
      case 'passkey':
        return (
          <ChunkContent chunk={passkeys}>
            {({ PasskeyButton }) => <PasskeyButton {...props} logIn={passkeyLogIn} lastUsed={lastUsed} />}
          </ChunkContent>
        )
      case 'divider':
        return <>{t('methodDivider.text')}</>
      case 'forms':
        return <Forms {...props} methods={block.methods} autofill={layout.autofill} lastUsed={lastUsed} />
    }
  }
  return (
    <>
      {later && !styles.hideHeaderText && <later.AskingApp />}
      {(later?.arrange(layout.blocks) ?? layout.blocks).map((block) => (
        <div
          key={block.kind}
          className={block.kind === 'divider' ? 'lk-divider' : 'lk-block'}
          // nothing shows in another look while the second half of this one is on its way
          style={{
            minHeight: (later?.heightOf ?? heightOf)(block, styles.buttons?.social) + 'px',
            ...(look && !later && !failed && { visibility: 'hidden' }),
          }}
        >
          {contentOf(block)}
        </div>
      ))}
    </>
  )
}

/**
 * Returns the function that marks the method of the last log-in on this device. It is read before
 * the first paint, but after the first rendering, because the server that has rendered the form
 * could not know it.
 */
function useLastUsed(text: string): LastUsed {
  const { core, config } = useUi()
  const [last, setLast] = useState<unknown>()
  useLayoutEffect(() => {
    const key: LastMethodKey = `${core.key}::last_method`
    setLast(core.storage.get(key))
  }, [])
  return (method) => method === last && config.rememberLastMethod !== false && <small className="lk-last">{text}</small>
}

/** Returns the way of sending codes that has this tab. */
const codeOf = (tab: Method['tab']) => (Object.keys(tabs) as OtpMethod[]).find((method) => tabs[method] === tab)!

/**
 * Returns whether there are passkeys here, and whether the browser offers them under an email
 * field. It is asked only if passkeys are configured and the browser has them. A browser without
 * this API does not offer them, which is known at once.
 */
function usePasskeys(able: boolean): Abilities {
  // an own property only: PublicKeyCredential inherits a method of this name from Credential, which
  // is not about passkeys
  const knows = able && Object.hasOwn(PublicKeyCredential, 'isConditionalMediationAvailable')
  const isConfigured = useUi().config.products?.includes('passkeys') && able
  // null: the page's Permissions-Policy forbids passkeys
  const [autofill, setAutofill] = useState<boolean | null | undefined>(knows ? undefined : false)
  useEffect(() => {
    if (!isConfigured) return
    // if the code fails to load, the place of the button offers to fetch it again
    const answer = passkeys.load().then(({ allowsPasskeys, supportsAutofill }) => (allowsPasskeys() ? knows && supportsAutofill() : null))
    answer.then(setAutofill, () => setAutofill(false))
  }, [isConfigured])
  return { autofill: autofill === null ? false : autofill, late: knows, passkeys: able && autofill !== null }
}

/** The forms of the email and phone group, in tabs if there are several. */
function Forms({
  methods,
  autofill,
  lastUsed,
  ...props
}: ScreenProps<'Main'> & { methods: Method[]; autofill: boolean; lastUsed: LastUsed }) {
  const { config } = useUi()
  const t = useWords(words)
  const [selection, setSelection] = useState(props.at.draft?.tab)
  const { tab, product } = methods.find(({ tab }) => tab === selection) || methods[0]!
  const code = codeOf(tab)
  const second = secondOf(config)
  const form =
    product === 'passwords' ? (
      <ChunkContent chunk={passwords}>
        {({ PasswordForm }) => (
          <PasswordForm {...props} second={second && { kind: second, product: second === 'code' ? otpScreens : emailMagicLinks }} />
        )}
      </ChunkContent>
    ) : product === 'otp' ? (
      <ChunkContent chunk={otp}>{({ OtpForm }) => <OtpForm key={code} {...props} method={code} />}</ChunkContent>
    ) : (
      <LinkForm {...props} product={emailMagicLinks} />
    )
  const passkey = autofill && tab === 'tab.email' && <PasskeyAutofill {...props} />
  if (methods.length < 2) {
    return (
      <>
        {lastUsed(code)}
        {form}
        {passkey}
      </>
    )
  }
  return (
    <Tabs
      names={methods.map(({ tab }) => tab)}
      selection={tab}
      onChoose={setSelection}
      label={t('tabs.ariaLabel')}
      text={(tab) => {
        const mark = lastUsed(codeOf(tab))
        // without one, a text alone, which React hydrates in silence if a browser has translated it
        return mark ? (
          <>
            {t(tab)}
            {mark}
          </>
        ) : (
          t(tab)
        )
      }}
    >
      {form}
      {passkey}
    </Tabs>
  )
}

/**
 * Waits for a passkey under the email field. If its code fails to load, the visitor still has the
 * field.
 */
function PasskeyAutofill({ go }: ScreenProps<'Main'>) {
  const { module } = useChunk(passkeyLogIn)
  return module ? <module.PasskeyAutofill go={go} /> : null
}
