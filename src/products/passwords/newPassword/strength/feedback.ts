import { translator } from '../../../../ui/translator.ts'
import { words, type FeedbackId } from './feedbackWords.ts'

const plain = (sentence: string) => sentence.trim().replace(/\.$/, '')

const ids = new Map(Object.entries(words).map(([id, sentence]) => [plain(sentence), id as FeedbackId]))

/** The host's message in place of a sentence of the provider about a password; the sentence itself if no message stands for it. */
export function inHostWords(sentence: string, strings: Record<string, unknown>): string {
  const id = ids.get(plain(sentence))
  return id ? translator(words, strings)(id) : sentence
}
