import * as v from 'valibot'
import { refuse } from '../requests/refusal.ts'

/** The address and the browser of a visitor, as a server passes them on. */
export interface Attributes {
  ip_address?: string
  user_agent?: string
}

export const attributes = v.optional(v.object({ ip_address: v.optional(v.string()), user_agent: v.optional(v.string()) }))

/** What of the attributes must be the same when a code or a link is used as when it was sent. */
export interface MatchOptions {
  ip_match_required?: boolean
  user_agent_match_required?: boolean
}

export const matchOptions = v.optional(
  v.object({ ip_match_required: v.optional(v.boolean()), user_agent_match_required: v.optional(v.boolean()) }),
)

/** Refuses attributes that must match those from earlier, but are others or absent. */
export const checkAttributes = (
  { options = {}, attributes: current = {} }: { options?: MatchOptions; attributes?: Attributes },
  earlier: Attributes = {},
) => {
  const differs = (name: keyof Attributes) => current[name] === undefined || current[name] !== earlier[name]
  if (options.ip_match_required && differs('ip_address')) refuse('attribute_mismatch')
  if (options.user_agent_match_required && differs('user_agent')) refuse('attribute_mismatch')
}
