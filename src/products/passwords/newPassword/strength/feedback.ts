import { translator } from '../../../../ui/words.ts'
import { words, type FeedbackId } from './feedbackWords.ts'

const plain = (sentence: string) => sentence.trim().replace(/\.$/, '')

const ids = new Map(Object.entries(words).map(([id, sentence]) => [plain(sentence), id as FeedbackId]))

/** A sentence of the provider's about a password in the host's words, or as it is where there is no message for it (row 17). */
export function worded(sentence: string, strings: Record<string, unknown>): string {
  const id = ids.get(plain(sentence))
  return id ? translator(words, strings)(id) : sentence
}
