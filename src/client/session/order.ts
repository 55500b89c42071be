// Which of two changes of the session wins: the one whose call was *begun* later, in whichever order the calls are answered. Each call takes a turn when it begins: the numbers
// 1, 2, 3 and so on.

/** Whether a change counts: none of its kind that was begun later has been made. `newest` is the turn of the newest that has been made, 0 before the first. */
export const isLatest = (own: number, newest: number): boolean => own >= newest

/**
 * Whether a change of a part of the state counts, such as a new name of the user: the session is still the one that it was begun in.
 * @param replaced the turn of the newest log-in or sign-out that has been made
 * @param ended the last turn that had been taken when one session gave way to another, or to none, even by another tab's doing
 */
export const mayUpdate = (own: number, replaced: number, ended: number): boolean => own >= replaced && own > ended
