import { Bot, CalendarDays, CalendarPlus, Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Log } from '../activity.ts'
import { Card } from '../Card.tsx'
import { EventLog } from '../EventLog.tsx'
import { HostLinks } from '../HostLinks.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { ask } from './authorization.ts'
import { callTool } from './calendar.ts'
import { writeState, type AgentState } from './agentState.ts'
import { tools, type Tool } from './tools.ts'

const icons = { list_events: CalendarDays, add_event: CalendarPlus }

const steps = ['It asks, you choose', 'It calls both tools', 'You end its access', 'Its next call is refused']

/** Counts the steps that are done. Pure. */
export const completedStepCount = ({ access, results }: AgentState): number => {
  if (!access) return 0
  if (Object.values(results).some(({ status }) => status === 401)) return steps.length
  return tools.every(({ name }) => results[name]) ? 2 : 1
}

const hints = [
  'The agent wants two tools of a calendar. On the next page you decide which it gets: leave one out.',
  'You have let it in. Let it call both tools.',
  'It can do what you allowed, and nothing else. Now remove it in your account, come back, and let it call again.',
  '',
  'Its access is over: the calendar asks the provider about each token, so the end counts at once.',
]

/** Why the agent has got nothing, in words. */
const reasonOf = (failure: string) => (failure === 'access_denied' ? 'You have not let the agent in.' : failure)

/** An agent: it asks for the tools of a calendar, and calls those that it gets. */
export function AgentPage({ failure, before, calls }: { failure?: string; before: AgentState; calls: Log }) {
  const [state, setState] = useState(before)
  const [error, setError] = useState(failure)
  const [busy, setBusy] = useState<string>()
  const { access, results } = state
  const progress = completedStepCount(state)
  const isOver = progress === steps.length
  useEffect(() => writeState(state), [state])

  const run = async (what: string, work: () => Promise<void>) => {
    if (busy) return
    setBusy(what)
    setError(undefined)
    try {
      await work()
    } catch (reason) {
      setError((reason as Error).message)
    }
    setBusy(undefined)
  }
  const call = (tool: Tool) =>
    run(tool.name, async () => {
      const result = await callTool(tool, access!.client, access!.access_token)
      calls.note(result.status === 200 ? 'call' : 'failedCall', `tools/call ${tool.name}`, undefined, String(result.status))
      setState((before) => ({ ...before, results: { ...before.results, [tool.name]: result } }))
    })

  return (
    <>
      <PageHeader
        Icon={Bot}
        title="Almanac, an agent"
        about="Software that nobody has registered asks for the tools of a server, as agents do with the Model Context Protocol."
      >
        <HostLinks />
      </PageHeader>
      <main className="narrow">
        {error && (
          <p className="broken" role="alert">
            {reasonOf(error)}
          </p>
        )}
        <Card title="From the question to the end of its access">
          <ol className="steps" aria-label="Steps">
            {steps.map((step, index) => (
              <li key={step} className={index < progress ? 'done' : undefined} aria-current={index === progress ? 'step' : undefined}>
                {step}
              </li>
            ))}
          </ol>
          <div className="body">
            <p>{hints[progress]}</p>
            <ul className="tools">
              {tools.map((tool) => {
                const { name, scope, permission } = tool
                const Icon = icons[name]
                const result = results[name]
                const Mark = result?.status === 200 ? Check : X
                return (
                  <li key={name}>
                    <span className="mark">
                      <Icon aria-hidden size={20} />
                    </span>
                    <div className="about">
                      <code>{name}</code>
                      <small>{permission}</small>
                    </div>
                    {access && (
                      <span className="tag" data-on={access.scopes.includes(scope) && !isOver}>
                        {isOver ? 'Over' : access.scopes.includes(scope) ? 'Allowed' : 'Left out'}
                      </span>
                    )}
                    {access && (
                      <button type="button" className="button" aria-busy={busy === name} onClick={() => void call(tool)}>
                        Call <span className="unseen">{name}</span>
                      </button>
                    )}
                    <p role="status" data-status={result?.status}>
                      {result && (
                        <>
                          <Mark aria-hidden size={16} /> {result.text}
                        </>
                      )}
                    </p>
                  </li>
                )
              })}
            </ul>
            <div className="row">
              {progress === 2 && (
                <a className="button primary" href="../consent/">
                  Open your account
                </a>
              )}
              {(!access || isOver) && (
                <button type="button" className="button primary" aria-busy={busy === 'ask'} onClick={() => void run('ask', ask)}>
                  {access ? 'Let it ask again' : 'Let it ask'}
                </button>
              )}
            </div>
          </div>
        </Card>
        <EventLog
          log={calls}
          title="Calls"
          lists="The agent registers itself, gets a token and calls tools; the calendar asks the provider about each token. All of that is listed here."
        />
      </main>
    </>
  )
}
