import { Activity, Trash2 } from 'lucide-react'
import { useLog, type Entry, type Log } from './activity.ts'
import { Card } from './Card.tsx'
import { FoldedJson } from './FoldedJson.tsx'

const kinds: Record<Entry['kind'], string> = {
  event: 'Event',
  error: 'Error',
  state: 'State',
  action: 'You',
  call: 'Call',
  failedCall: 'Call',
}

interface EventLogProps {
  log: Log
  title: string
  /** What an empty log says that it will list. */
  lists: string
}

/** A log, newest first. */
export function EventLog({ log, title, lists }: EventLogProps) {
  const entries = useLog(log)
  return (
    <Card
      title={title}
      className="activity"
      actions={
        <button type="button" className="button" onClick={log.clear} disabled={entries.length === 0}>
          <Trash2 aria-hidden size={16} /> Clear
        </button>
      }
    >
      {entries.length === 0 && (
        <div className="empty">
          <Activity aria-hidden size={28} />
          <p>Nothing has happened yet.</p>
          <p>{lists}</p>
        </div>
      )}
      <ul className="entries">
        {[...entries].reverse().map((entry) => (
          <li key={entry.id}>
            <Line entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Event types and paths are long, so they can break after an underscore and a slash. */
const breakable = (title: string) => title.split(/(?<=[_/])/).flatMap((piece, index) => [<wbr key={index} />, piece])

function Line({ entry: { at, kind, title, detail, outcome } }: { entry: Entry }) {
  const line = (
    <span className="line">
      <span className="kind" data-kind={kind}>
        {outcome ?? kinds[kind]}
      </span>
      <span className="what">{breakable(title)}</span>
      <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
    </span>
  )
  return detail === undefined ? line : <FoldedJson summary={line} value={detail} label={`Details of ${title}`} />
}
