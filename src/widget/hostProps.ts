import type { LoginConfig, StyleConfig } from '../ui/config.ts'
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
  /** Replacements for the widget's words, by message id. */
  strings?: Strings
}
