/**
 * Where the playground is: at the root of `latchkey dev`, or in a folder of a site whose worker
 * answers for the emulator.
 */

const { root, onSite } = document.documentElement.dataset

/**
 * The URL of the playground's folder, and of the emulator, without a trailing slash. A page says by
 * `data-root` how to get there from its own URL.
 */
export const base: string = new URL(root!, location.href).href.replace(/\/$/, '')

/** The path of that URL: empty at the root. */
export const basePath: string = new URL(base).pathname.replace(/\/$/, '')

/**
 * Whether the pages are part of a site, with the emulator in a worker of the browser. The site is
 * the folder around the playground's.
 */
export const isOnSite: boolean = onSite !== undefined
