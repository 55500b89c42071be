// Of two changes to the session, the one whose call began later wins, in whatever order the calls
// are answered. Each call takes a turn when it begins: 1, 2, 3 and so on.

/**
 * Whether a change wins: its own turn is not before `newest`, the turn of the newest change of this
 * kind so far (0 if there is none).
 */
export const isLatest = (own: number, newest: number): boolean => own >= newest

/**
 * Whether a change to a part of the state, such as a new name of the user, still applies: the
 * session is the one in which it began.
 * @param replacement the turn of the newest log-in or sign-out so far
 * @param ended the last turn that had been taken when a session ended or was replaced, even by
 * another tab
 */
export const mayUpdate = (own: number, replacement: number, ended: number): boolean => own >= replacement && own > ended
