import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { Answer } from '../../../api/entities.ts'
import { passwordFeedback } from '../../../api/passwordFeedback.ts'
import type { PasswordStrength } from '../../../api/passwords.ts'
import type { Project } from '../state/project.ts'

const { warning, suggestion } = passwordFeedback

/**
 * The provider's sentences, by the names that zxcvbn-ts gives them. zxcvbn-ts has two reasons that
 * the provider does not have.
 */
const translations = {
  warnings: {
    straightRow: warning.straightRows,
    keyPattern: warning.shortKeyboardPatterns,
    simpleRepeat: warning.repeats,
    extendedRepeat: warning.longerRepeats,
    sequences: warning.sequences,
    recentYears: warning.recentYears,
    dates: warning.dates,
    topTen: warning.top10CommonPassword,
    topHundred: warning.top100CommonPassword,
    common: warning.veryCommonPassword,
    similarToCommon: warning.similarToCommonPassword,
    wordByItself: warning.wordByItself,
    namesByThemselves: warning.names,
    commonNames: warning.commonNames,
    userInputs: '',
    pwned: '',
  },
  suggestions: {
    l33t: suggestion.predictableSubstitutions,
    reverseWords: suggestion.reversed,
    allUppercase: suggestion.allUppercase,
    capitalization: suggestion.capitalization,
    dates: suggestion.avoidDatesAndYearsAssociatedWithYou,
    recentYears: suggestion.avoidRecentYears,
    associatedYears: suggestion.avoidYearsAssociatedWithYou,
    sequences: suggestion.avoidSequences,
    repeated: suggestion.avoidRepeats,
    longerKeyboardPattern: suggestion.longerKeyboardPattern,
    anotherWord: suggestion.addWords,
    useWords: suggestion.useAFewWords,
    noNeed: suggestion.noSymbolsDigitsUppercase,
    pwned: '',
  },
  // Not used: the answer does not say how long a guess takes.
  timeEstimation: {
    ltSecond: '',
    second: '',
    seconds: '',
    minute: '',
    minutes: '',
    hour: '',
    hours: '',
    day: '',
    days: '',
    month: '',
    months: '',
    year: '',
    years: '',
    centuries: '',
  },
}

/** The lowest score that the provider accepts. */
const ENOUGH = 3

/**
 * Which kinds of characters (lower case, upper case, digits, symbols) the password has, and what it
 * lacks for the policy. Without a policy it lacks nothing. Pure.
 */
export const luds = (password: string, policy: Project['password_config']) => {
  const has = {
    has_digit: /\d/.test(password),
    has_lower_case: /\p{Ll}/u.test(password),
    has_upper_case: /\p{Lu}/u.test(password),
    has_symbol: /[^\p{L}\d]/u.test(password),
  }
  const complexity = Object.values(has).filter(Boolean).length
  return {
    ...has,
    missing_characters: Math.max(0, (policy?.luds_minimum_count ?? 0) - [...password].length),
    missing_complexity: Math.max(0, (policy?.luds_complexity ?? 0) - complexity),
  }
}

/**
 * Knows common passwords. It is the same for every emulator and takes a tenth of a second to
 * create, so it is created at first use.
 */
const createJudge = () => ({
  breachedPasswords: new Set(dictionary['passwords-common'].map(String)),
  zxcvbn: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, translations }),
})
let judge: ReturnType<typeof createJudge> | undefined

/** Judges passwords by the policy of the project. */
export const createPasswordStrength = (project: Project) => {
  /** `inputs`: the words that an attacker would try first for this user. */
  return (password: string, inputs: string[]): Omit<PasswordStrength, keyof Answer> => {
    const { breachedPasswords, zxcvbn } = (judge ??= createJudge())
    const { score, feedback } = zxcvbn.check(password, inputs)
    const requirements = luds(password, project.password_config)
    const breached_password = breachedPasswords.has(password) || project.breached_passwords.includes(password)
    const strong = project.password_config
      ? requirements.missing_characters === 0 && requirements.missing_complexity === 0
      : score >= ENOUGH
    return {
      valid_password: strong && !breached_password,
      score,
      breached_password,
      breach_detection_on_create: true,
      strength_policy: project.password_config ? 'luds' : 'zxcvbn',
      feedback: {
        suggestions: feedback.suggestions.filter(Boolean),
        warning: feedback.warning ?? '',
        luds_requirements: requirements,
      },
    }
  }
}
