import { ExternalLink, Inbox, Mail, MessageCircle, MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Card } from './Card.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { OutboxMessage } from './emulator.ts'

const channels = {
  email: { name: 'Email', Icon: Mail },
  sms: { name: 'Text message', Icon: MessageSquareText },
  whatsapp: { name: 'WhatsApp', Icon: MessageCircle },
}

/** More than anyone scrolls through. */
const MOST_MESSAGES = 50

/** Adds the settings of this page to a link that leads back to it. */
const withSettings = (url: string) => (new URL(url).origin === location.origin && !url.includes('#') ? url + location.hash : url)

/** Returns the text with its long URL as code, which stays on one line. */
const withUrlShort = (text: string, url: string | undefined) =>
  url ? text.split(url).flatMap((piece, index) => (index ? [<code key={index}>{url}</code>, piece] : [piece])) : text

const summary = ({ channel, subject, to }: OutboxMessage) => `${subject ?? channels[channel].name} to ${to}`

/**
 * Returns the announcement of a new message. Empty for messages that were there when the page
 * loaded.
 */
function useAnnouncement(messages: OutboxMessage[]) {
  const [since] = useState(() => Date.now())
  const latestId = useRef<string>(undefined)
  const [text, setText] = useState('')
  const newest = messages.at(-1)
  useEffect(() => {
    if (!newest || newest.id === latestId.current) return
    const first = latestId.current === undefined && Date.parse(newest.sent_at) < since - 1000
    latestId.current = newest.id
    if (!first) setText(`New message: ${summary(newest)}`)
  }, [newest])
  return text
}

/** The messages that the provider would have sent, newest first. */
export function Outbox({ messages }: { messages: OutboxMessage[] }) {
  const announcement = useAnnouncement(messages)
  return (
    <Card title="Outbox" className="outbox" actions={messages.length > 0 && <span className="count">{messages.length}</span>}>
      <p className="unseen" role="status">
        {announcement}
      </p>
      {messages.length === 0 && (
        <div className="empty">
          <Inbox aria-hidden size={28} />
          <p>No messages yet.</p>
          <p>Enter an email address in the form: what the provider would send appears here, with its link or code.</p>
        </div>
      )}
      <ul className="messages">
        {messages
          .slice(-MOST_MESSAGES)
          .reverse()
          .map((message) => (
            <Message key={message.id} message={message} />
          ))}
      </ul>
    </Card>
  )
}

function Message({ message }: { message: OutboxMessage }) {
  const { channel, to, subject, text, code, url, sent_at } = message
  const { name, Icon } = channels[channel]
  return (
    <li className="message">
      <div className="envelope">
        <span className="channel" title={name}>
          <Icon size={18} aria-label={name} role="img" />
        </span>
        <div>
          <h3>{subject ?? name}</h3>
          <p className="to">To {to}</p>
        </div>
        <time dateTime={sent_at}>{new Date(sent_at).toLocaleTimeString()}</time>
      </div>
      <p className="text">{withUrlShort(text, url)}</p>
      <div className="row">
        {url && (
          <a className="button primary" href={withSettings(url)}>
            <ExternalLink aria-hidden size={16} /> Open link
          </a>
        )}
        {url && <CopyButton text={url} label="Copy link" />}
        {code && <strong className="digits">{code}</strong>}
        {code && <CopyButton text={code} label="Copy code" />}
      </div>
    </li>
  )
}
