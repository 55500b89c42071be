import type { LoginConfig, StyleConfig } from '../ui/config.ts'
import type { Language } from '../ui/language.ts'
import type { Callbacks } from '../ui/events.ts'
import type { Strings } from './messages.ts'

/** What a host says of any widget. */
export interface HostProps {
  /** Which ways to sign in there are, and how they work. Default: e-mail links alone. */
  config?: LoginConfig
  /** How it looks. Default: the specification's colours, light. */
  styles?: StyleConfig
  /** What the host wants to hear. */
  callbacks?: Callbacks
  /**
   * What it speaks: a BCP 47 tag (`fr`, `pt-PT`; the closest language that there is), `auto` (the `lang` of the page, else the visitor's languages, else English), or, on pages with
   * a bundler, a language of `latchkey/strings`: `frLazy`. Its words are fetched as code is, those of the first screen before that shows. In a bundle there are no
   * such files: there a tag speaks English. Default: English.
   */
  language?: Language
  /** Replacements for the widget's words, by message id. They win over `language`. */
  strings?: Strings
}
