import { passwordFeedback } from '../../../../api/passwordFeedback.ts'

type Feedback = typeof passwordFeedback

/** `password.zxcvbn.warning.dates`: the ids of the messages that stand for the provider's feedback. */
export type FeedbackId = { [Kind in keyof Feedback]: `password.zxcvbn.${Kind}.${keyof Feedback[Kind] & string}` }[keyof Feedback]

/** Messages that stand for the provider's feedback on a password; in English they are its own sentences (row 17). */
export const words = Object.fromEntries(
  Object.entries(passwordFeedback).flatMap(([kind, sentences]) =>
    Object.entries(sentences).map(([name, sentence]) => [`password.zxcvbn.${kind}.${name}`, sentence]),
  ),
) as Record<FeedbackId, string>
