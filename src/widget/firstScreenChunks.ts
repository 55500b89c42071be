/**
 * The table of chunks, files of code that are fetched when they are needed. It has two halves,
 * because each row makes the file that contains it larger, and widget.js has to be small:
 *
 * - this file, a part of widget.js, has the chunks that a page may need before the visitor first
 *   touches the widget;
 * - laterChunks.ts, a part of the kit, has all others.
 *
 * Each row is a chunk. The maps below the rows say which chunk contains a product, a screen or a
 * namespace. `sharedChunks` in build/entries.ts says where code goes that several chunks need.
 */
import type { Core } from '../client/core.ts'
import { chunk, type Chunk } from '../ui/chunks/chunk.ts'
import type { Product } from '../ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../ui/host/defaults.ts'
import type { ProductOnMain } from './loading.ts'

/** The look `quartz`. */
export const quartz = chunk(() => import('../ui/looks/quartz/index.ts'))
/** Talks to the provider. Fetched after the first paint. */
export const engine = chunk(() => import('./engine.ts'))
/**
 * What a call needs before it is sent, and the life of the session. Fetched when the visitor first
 * touches the widget, or at once if there is a session.
 */
export const laterEngine = chunk(() => import('./laterEngine.ts'))
/**
 * What later screens share, the words for failures, and the table of later chunks. Fetched when the
 * visitor first touches the widget.
 */
export const kit = chunk(() => import('./kit.ts'))
/** Arranges several ways to log in. */
export const methods = chunk(() => import('./methods/index.tsx'))
/** Sends email links, and the screen that follows. The form itself is part of widget.js. */
export const emailMagicLinks = chunk(() => import('../products/emailMagicLinks/index.tsx'))
/** The forms for a phone number or an email address that a code is sent to. */
export const otp = chunk(() => import('../products/otp/index.tsx'))
/** The form that leads to the password screens. */
export const passwords = chunk(() => import('../products/passwords/index.tsx'))
/** The buttons that lead to other providers. */
export const oauth = chunk(() => import('../products/oauth/index.tsx'))
/** The buttons of wallets. */
export const walletButtons = chunk(() => import('../products/crypto/index.tsx'))
/** The button that asks for a passkey. */
export const passkeys = chunk(() => import('../products/passkeys/index.tsx'))
/** Logs in a visitor who comes with a token in the page's URL. */
export const urlLogIn = chunk(() => import('./urlLogIn/index.tsx'))
/** The page that a reset email leads to, and what the other password screens share with it. */
export const newPassword = chunk(() => import('../products/passwords/newPassword/index.tsx'))
/** Asks for consent when an app sends a visitor to this page. */
export const idp = chunk(() => import('../products/idp/index.tsx'))
/** Fetches the texts of languages other than English. */
export const language = chunk(() => import('./language.ts'))
/** Names the parts of a widget in a shadow root. */
export const shadowParts = chunk(() => import('./shadowParts.ts'))

/**
 * The style for browsers without `light-dark()`, the newest of what the sheets use. False in all
 * other browsers, and on a server.
 */
export const older = typeof CSS === 'object' && !CSS.supports('color', 'light-dark(red,red)') && chunk(() => import('./older/index.ts'))

/**
 * Returns the chunk of the look of a widget; undefined for the one that a public token has. With a
 * `backend`, the default is `quartz`.
 */
export const lookOf = ({ backend }: Pick<Core, 'backend'>, styles?: { look?: string }) =>
  (styles?.look ? styles.look === 'quartz' : backend) ? quartz : undefined

/**
 * What each product shows on Main (loading.ts). A host may name unknown products, even
 * `constructor`; {@link prefetch} ignores them.
 */
const mainPartChunks: { readonly [Name in Product]?: Chunk<unknown> } = {
  otp,
  passwords,
  oauth,
  crypto: walletButtons,
  passkeys,
} satisfies Record<ProductOnMain, Chunk<unknown>>

/**
 * Fetches a chunk before it is needed. Ignores a failure: the code that needs the chunk fetches it
 * again, and shows what went wrong.
 */
export const prefetch = (source?: Partial<Chunk<unknown>> | false): Promise<unknown> | undefined =>
  (source as Partial<Chunk<unknown>>)?.load?.().catch(() => {})

/**
 * Returns whether the configuration is the most common one, which needs none of the code that
 * arranges several methods.
 */
export const linksAlone = (products: readonly Product[]): boolean => products.join() === 'emailMagicLinks'

/**
 * Fetches what the log-in screen shows, which is nothing without products. Resolves when all of it
 * has loaded or failed.
 */
export const fetchMain = (products: readonly Product[] = DEFAULT_PRODUCTS): Promise<unknown> =>
  Promise.all(!products[0] || linksAlone(products) ? [] : [methods, ...products.map((name) => mainPartChunks[name])].map(prefetch))
