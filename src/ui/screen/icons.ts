/**
 * The drawings that several later screens use, as paths for Icon.tsx. A drawing that one product
 * uses is next to its screens.
 */
export const arrow = 'M20 12H5m6-7-7 7 7 7'
export const tick = 'm5 13 4 4L19 7'
export const alertSign = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18m0 4.5V13m0 3.5v.01'
export const noConnection =
  'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4m5.5.2a10 10 0 0 1 4.5 2.2M2 9a14 14 0 0 1 4-2.6m5-.9A14 14 0 0 1 22 9M8.5 16a5 5 0 0 1 7 0M12 19.5v.01'
export const envelope = 'M3 5.5h18v13H3zm.5.5L12 13l8.5-7'
/** Leads away from the page. */
export const leaves = 'M8 7h9v9m0-9L7 17'
/** Leads to another screen. */
export const goesOn = 'm9 6 6 6-6 6'
export const person = 'M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0'
export const key = 'M4 15.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0m7-3L19.5 4m-4 4L19 11.5'
export const plus = 'M12 5v14M5 12h14'
