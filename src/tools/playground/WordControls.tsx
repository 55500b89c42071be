import { Plus, X } from 'lucide-react'
import type { ChangingSettings } from './useSettings.ts'
import { en, type MessageId } from '../../strings/en.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { languages } from './languages.ts'

const ids = Object.keys(en).filter((id) => id !== 'lang' && id !== 'dir')

/** The language of the widget, and other words for single messages. */
export function WordControls({ settings: { language, words }, change }: ChangingSettings) {
  const set = (index: number, row: [string, string]) => change({ words: words.map((other, at) => (at === index ? row : other)) })
  const texts = languages[language]
  return (
    <div className="group">
      <LanguageChoice language={language} onChange={(language) => change({ language })}>
        Language
      </LanguageChoice>
      <datalist id="message-ids">
        {ids.map((id) => (
          <option key={id} value={id} label={texts[id as MessageId]} />
        ))}
      </datalist>
      {words.map(([id, text], index) => (
        <div key={index} className="word">
          <input
            type="text"
            list="message-ids"
            spellCheck={false}
            aria-label={`Message id ${index + 1}`}
            placeholder="Message id"
            value={id}
            onChange={(event) => set(index, [event.target.value, text])}
          />
          <button
            type="button"
            className="icon"
            aria-label={`Remove message ${index + 1}`}
            onClick={() => change({ words: words.filter((_, at) => at !== index) })}
          >
            <X aria-hidden size={16} />
          </button>
          <input
            type="text"
            aria-label={`Text ${index + 1}`}
            placeholder={texts[id as MessageId] ?? 'Text'}
            value={text}
            onChange={(event) => set(index, [id, event.target.value])}
          />
          {id && !ids.includes(id) && <p className="hint bad">The widget has no message with this id.</p>}
        </div>
      ))}
      <button type="button" className="button" onClick={() => change({ words: [...words, ['', '']] })}>
        <Plus aria-hidden size={16} /> Replace a message
      </button>
    </div>
  )
}
