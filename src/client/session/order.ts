// Of two changes to the session, the one whose call began later wins, in whatever order the calls
// are answered. Each call takes a turn when it begins: 1, 2, 3 and so on.

/**
 * Returns whether a change wins: its own turn is not before `newest`, the turn of the newest change
 * of this kind so far (0 if there is none).
 */
export const isLatest = (own: number, newest: number): boolean => own >= newest

/**
 * Returns whether a change to a part of the state, such as a new name of the user, still applies:
 * the session is the one in which it began.
 */
export const mayUpdate = (own: number, { replaced, ended }: Pick<Turns, 'replaced' | 'ended'>): boolean => own >= replaced && own > ended

/** The turns of a session's calls. */
export interface Turns {
  /** The last one that was taken. */
  last: number
  /** That of the newest log-in or log-out. */
  replaced: number
  /** The last one that had been taken when a session ended or was replaced. */
  ended: number
  /** That of the newest check. */
  checked: number
}
