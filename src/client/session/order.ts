// Which of two changes of the session wins: the one whose call began later, in whatever order the calls are answered. Each call takes a turn when it begins: 1, 2, 3 and so on.

/** Whether a change counts: no change of its kind that began later has been made. `newest` is the turn of the newest one that has been made, 0 before the first. */
export const isLatest = (own: number, newest: number): boolean => own >= newest

/**
 * Whether a change of a part of the state counts, such as a new name of the user: the session is still the one in which it began.
 * @param replaced the turn of the newest log-in or sign-out that has been made
 * @param ended the last turn that had been taken when a session ended or was replaced, even by another tab
 */
export const mayUpdate = (own: number, replaced: number, ended: number): boolean => own >= replaced && own > ended
