import { passwordFeedback } from '../../../../api/passwordFeedback.ts'

type Feedback = typeof passwordFeedback

/** The messages of one kind of feedback, such as `password.zxcvbn.warning.dates`. */
type FeedbackOf<Kind extends keyof Feedback> = {
  [Name in keyof Feedback[Kind] & string as `password.zxcvbn.${Kind}.${Name}`]: string
}

/** The ids of the messages that replace the provider's feedback. */
export type FeedbackId = { [Kind in keyof Feedback]: keyof FeedbackOf<Kind> }[keyof Feedback]

/**
 * Messages that replace the provider's feedback on a password. In English they are the provider's
 * sentences, which have a full stop on its screens.
 */
export const words = Object.fromEntries(
  Object.entries(passwordFeedback).flatMap(([kind, sentences]) =>
    Object.entries(sentences).map(([name, sentence]) => [
      `password.zxcvbn.${kind}.${name}`,
      sentence.replace(/abc or 6543/, '"abc" or "6543"').replace(/\.?$/, '.'),
    ]),
  ),
) as FeedbackOf<'suggestion'> & FeedbackOf<'warning'>
