import { FastForward, Trash2 } from 'lucide-react'
import type { LatchkeyClient } from '../../entries/index.ts'
import type { Note } from './activity.ts'
import { Card } from './Card.tsx'
import { emulator as provider, type Project } from './emulator.ts'
import { simulatedFailures } from './simulatedFailures.ts'
import { Switch } from './Switch.tsx'
import type { useEmulator } from './useEmulator.ts'
import { duration } from './Visitor.tsx'

interface ProviderControlsProps {
  client: LatchkeyClient
  emulator: ReturnType<typeof useEmulator>
  note: Note
}

const TEN_MINUTES = 600_000

export function ProviderControls({ client, emulator, note }: ProviderControlsProps) {
  const { project, faults, ahead, merge } = emulator

  const perform = async (title: string, detail: unknown, act: () => Promise<void>) => {
    try {
      await act()
      note('action', title, detail)
      return true
    } catch (error) {
      note('error', (error as Error).message, error)
      return false
    }
  }
  /** For changes of the project: a client requests the settings only once per page. */
  const performAndReload = async (...what: Parameters<typeof perform>) => {
    if (await perform(...what)) location.reload()
  }
  const setProject = (patch: Partial<Project>) =>
    performAndReload('Project changed', patch, async () => {
      // The switch moves at once, before the answer.
      merge({ project: { ...project!, ...patch } })
      merge({ project: await provider.setProject(patch) })
    })
  const reset = () =>
    performAndReload('Emulator reset', undefined, async () => {
      await provider.reset()
      // The provider no longer has the session.
      if (client.session.getSync()) await client.session.revoke({ forceClear: true }).catch(() => undefined)
    })

  return (
    <Card title="Provider" className="provider">
      <details open>
        <summary>Faults</summary>
        <fieldset className="group">
          <legend className="unseen">What goes wrong</legend>
          {simulatedFailures.map(({ name, about, faults: list }) => (
            <label key={name} className="option">
              <input
                type="radio"
                name="faults"
                checked={JSON.stringify(faults) === JSON.stringify(list)}
                onChange={() =>
                  void perform(`Faults: ${name}`, list, async () => {
                    merge({ faults: list })
                    await provider.setFaults(list)
                  })
                }
              />
              <span>
                {name}
                <small>{about}</small>
              </span>
            </label>
          ))}
        </fieldset>
      </details>
      <details open>
        <summary>Project and clock</summary>
        <div className="group">
          <Switch
            label="PKCE required for links"
            on={project?.pkce_required_for_email_magic_links ?? false}
            disabled={!project}
            onChange={(on) => void setProject({ pkce_required_for_email_magic_links: on })}
          />
          <Switch
            label="PKCE required for social sign-in"
            on={project?.pkce_required_for_oauth ?? false}
            disabled={!project}
            onChange={(on) => void setProject({ pkce_required_for_oauth: on })}
          />
          <Switch
            label="Google One Tap has somebody to offer"
            on={project?.google_one_tap === 'shown'}
            disabled={!project}
            onChange={(on) => void setProject({ google_one_tap: on ? 'shown' : 'opt_out_or_no_session' })}
          />
          <Switch
            label="Passwords by length and complexity (LUDS)"
            on={Boolean(project?.password_config)}
            disabled={!project}
            onChange={(on) => void setProject({ password_config: on ? { luds_complexity: 3, luds_minimum_count: 8 } : null })}
          />
          <Switch
            label="Sign-In with Ethereum required"
            on={project?.siwe_required_for_crypto_wallets ?? false}
            disabled={!project}
            onChange={(on) => void setProject({ siwe_required_for_crypto_wallets: on })}
          />
          <Switch
            label="Watermark"
            on={project?.disable_sdk_watermark === false}
            disabled={!project}
            onChange={(on) => void setProject({ disable_sdk_watermark: !on })}
          />
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() =>
                void perform('Clock put 10 minutes forward', undefined, async () => {
                  merge({ ahead: await provider.advance(TEN_MINUTES) })
                })
              }
            >
              <FastForward aria-hidden size={16} /> Advance 10 minutes
            </button>
            <button type="button" className="button" onClick={() => void reset()}>
              <Trash2 aria-hidden size={16} /> Forget everything
            </button>
          </div>
          {ahead > 0 && <p className="hint">The provider's clock is {duration(ahead)} ahead of yours.</p>}
        </div>
      </details>
    </Card>
  )
}
