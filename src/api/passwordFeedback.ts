/**
 * The sentences that the provider sends as feedback on a password, which are those of zxcvbn, by
 * the id of the message for each. The client shows the message, so that the feedback is translated
 * (docs/decisions/README.md#feedback-on-passwords-is-translated-by-message-id); the emulator sends
 * the sentence.
 */
export const passwordFeedback = {
  warning: {
    straightRows: 'Straight rows of keys are easy to guess',
    shortKeyboardPatterns: 'Short keyboard patterns are easy to guess',
    repeats: 'Repeats like "aaa" are easy to guess',
    longerRepeats: 'Repeats like "abcabcabc" are only slightly harder to guess than "abc"',
    sequences: 'Sequences like abc or 6543 are easy to guess',
    recentYears: 'Recent years are easy to guess',
    dates: 'Dates are often easy to guess',
    top10CommonPassword: 'This is a top-10 common password',
    top100CommonPassword: 'This is a top-100 common password',
    veryCommonPassword: 'This is a very common password',
    similarToCommonPassword: 'This is similar to a commonly used password',
    wordByItself: 'A word by itself is easy to guess',
    names: 'Names and surnames by themselves are easy to guess',
    commonNames: 'Common names and surnames are easy to guess',
  },
  suggestion: {
    useAFewWords: 'Use a few words, avoid common phrases',
    noSymbolsDigitsUppercase: 'No need for symbols, digits, or uppercase letters',
    addWords: 'Add another word or two. Uncommon words are better.',
    longerKeyboardPattern: 'Use a longer keyboard pattern with more turns',
    avoidRepeats: 'Avoid repeated words and characters',
    avoidSequences: 'Avoid sequences',
    avoidRecentYears: 'Avoid recent years',
    avoidYearsAssociatedWithYou: 'Avoid years that are associated with you',
    avoidDatesAndYearsAssociatedWithYou: 'Avoid dates and years that are associated with you',
    capitalization: "Capitalization doesn't help very much",
    allUppercase: 'All-uppercase is almost as easy to guess as all-lowercase',
    reversed: "Reversed words aren't much harder to guess",
    predictableSubstitutions: "Predictable substitutions like '@' instead of 'a' don't help very much",
  },
} as const
