import { translator } from '../../../../ui/words/translator.ts'
import { words, type FeedbackId } from './feedbackWords.ts'

// the server's sentences have fewer full stops and quotation marks than those of the screens
const plain = (sentence: string) => sentence.trim().replace(/\.$|"/g, '')

const ids = new Map(Object.entries(words).map(([id, sentence]) => [plain(sentence), id as FeedbackId]))

/**
 * Returns the message that replaces a sentence of the provider's feedback, or the sentence itself
 * if no message does.
 */
export function reworded(sentence: string, strings: Record<string, unknown>): string {
  const id = ids.get(plain(sentence))
  return id ? translator(words, strings)(id) : sentence
}
