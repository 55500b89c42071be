import { Link2, RotateCcw } from 'lucide-react'
import { oauthProviders } from '../../api/oauthProviders.ts'
import { Card } from './Card.tsx'
import { CopyButton } from './CopyButton.tsx'
import { NumberField } from './NumberField.tsx'
import { OrderedChoice } from './OrderedChoice.tsx'
import {
  BACKEND,
  bounds,
  defaults,
  methodNames,
  oneTapNames,
  productNames,
  providerOnly,
  servedSettings,
  writeSettings,
  type OneTap,
} from './settings.ts'
import { Switch } from './Switch.tsx'
import type { ChangingSettings } from './useSettings.ts'
import { ThemeControls } from './ThemeControls.tsx'
import { WalletControls } from './WalletControls.tsx'
import { WordControls } from './WordControls.tsx'

export function Controls({ settings, change }: ChangingSettings) {
  const { products, otpMethods, providers, ownServer } = servedSettings(settings)
  const emails = products.includes('emailMagicLinks') && products.includes('otp') && otpMethods.includes('email')
  // with passwords, their form takes in both
  const clash = emails && !products.includes('passwords')
  return (
    <Card
      title="Widget"
      className="controls"
      actions={
        <div className="row">
          <CopyButton text={() => location.href} label="Copy link" icon={Link2} title="A link to this page with these settings" />
          <button
            type="button"
            className="button"
            aria-label="Reset settings"
            disabled={writeSettings(settings) === ''}
            onClick={() => change(defaults)}
          >
            <RotateCcw aria-hidden size={16} /> Reset
          </button>
        </div>
      }
    >
      <details open>
        <summary>Ways to sign in</summary>
        <div className="group">
          <Switch label={`Your own server (backend: ${BACKEND})`} on={ownServer} onChange={(on) => change({ ownServer: on })} />
          {ownServer && (
            <p className="hint">
              The code is for your own server, where the look <code>quartz</code> is the default. Switch this off for Stytch and for the
              emulator. Only the provider serves crypto wallets, WhatsApp and Google One Tap.
            </p>
          )}
          <OrderedChoice
            legend="Products"
            names={productNames}
            selection={products}
            unavailable={ownServer ? providerOnly.products : []}
            onChange={(next) => change({ products: next })}
          />
          {products.includes('otp') && (
            <OrderedChoice
              legend="Codes by"
              names={methodNames}
              selection={otpMethods}
              unavailable={ownServer ? providerOnly.otpMethods : []}
              onChange={(next) => change({ otpMethods: next })}
            />
          )}
          {products.includes('oauth') && (
            <>
              <OrderedChoice
                legend="Providers"
                names={oauthProviders}
                selection={providers}
                onChange={(next) => change({ providers: next })}
              />
              {providers.includes('google') && (
                <label className="field">
                  <span>Google One Tap</span>
                  <select
                    disabled={ownServer}
                    value={ownServer ? 'off' : settings.oneTap}
                    onChange={(event) => change({ oneTap: event.target.value as OneTap })}
                  >
                    {Object.entries(oneTapNames).map(([name, text]) => (
                      <option key={name} value={name}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </>
          )}
          {products.includes('crypto') && <WalletControls />}
          {clash && <p className="hint bad">Links and codes by email exclude each other: the widget says so to the developer.</p>}
        </div>
      </details>
      <details open>
        <summary>Theme</summary>
        <ThemeControls settings={settings} change={change} />
      </details>
      <details>
        <summary>Words</summary>
        <WordControls settings={settings} change={change} />
      </details>
      <details>
        <summary>Lifetimes</summary>
        <div className="group">
          {(['session', 'link', 'code'] as const).map((kind) => (
            <NumberField
              key={kind}
              label={kind[0]!.toUpperCase() + kind.slice(1)}
              unit="minutes"
              value={settings[`${kind}Minutes`]}
              bounds={bounds[`${kind}Minutes`]}
              onChange={(minutes) => change({ [`${kind}Minutes`]: minutes })}
            />
          ))}
        </div>
      </details>
      <details>
        <summary>Page around it</summary>
        <div className="group">
          <Switch label="Shadow DOM" on={settings.shadowDom} onChange={(shadowDom) => change({ shadowDom })} />
          <Switch label="Right to left" on={settings.rightToLeft} onChange={(rightToLeft) => change({ rightToLeft })} />
          <label className="field">
            <span>Room for the widget: {settings.width} px</span>
            <input
              type="range"
              min={bounds.width[0]}
              max={bounds.width[1]}
              step={10}
              value={settings.width}
              onChange={(event) => change({ width: Number(event.target.value) })}
            />
          </label>
        </div>
      </details>
    </Card>
  )
}
