import { chunk, type Chunk } from '../ui/chunk.ts'
import type { Product } from '../ui/config.ts'

// The files that the widget may fetch before the visitor turns to it, a row each; laterChunks.ts has the others. Each has a budget in .size-limit.json; where code goes that two
// of them share, build/entries.ts says.

/** What talks to the provider: after the first paint. */
export const engine = chunk(() => import('../client/engine.ts'))
/** What a call needs before it is sent, and the life of the session: when the visitor turns to the widget, at once where there is a session. */
export const preparation = chunk(() => import('../client/preparation.ts'))
/** What screens after the first are made of, where each of them is, and the words for what goes wrong: when the visitor turns to the widget. */
export const kit = chunk(() => import('./kit.ts'))
/** What arranges several ways to log in. */
export const methods = chunk(() => import('./methods/index.tsx'))
/** What stands behind the form for an e-mail link. The form itself is part of widget.js. */
export const emailMagicLinks = chunk(() => import('../products/emailMagicLinks/index.tsx'))
/** The forms for a number or an address that a code is sent to. */
export const otp = chunk(() => import('../products/otp/index.tsx'))
/** The form that leads to the password screens. */
export const passwords = chunk(() => import('../products/passwords/index.tsx'))
/** The buttons that lead to other providers. */
export const oauth = chunk(() => import('../products/oauth/index.tsx'))
/** The wallets on Main. */
export const crypto = chunk(() => import('../products/crypto/index.tsx'))
/** The button that asks for a passkey. */
export const passkeys = chunk(() => import('../products/passkeys/index.tsx'))
/** A visitor whom a link brings. */
export const arrival = chunk(() => import('./arrival/index.tsx'))
/** The page that a reset mail leads to, and what the other password screens share with it. */
export const newPassword = chunk(() => import('../products/passwords/newPassword/index.tsx'))
/** Making passkeys, and the list of those that there are. */
export const registration = chunk(() => import('../products/passkeys/registration/index.tsx'))
/** What an app asks for that sends a visitor here. */
export const idp = chunk(() => import('../products/idp/index.tsx'))
/** What finds words of another language than English. */
export const language = chunk(() => import('./language.ts'))
/** What only a page with shadow roots wants. */
export const shadowParts = chunk(() => import('./shadowParts.ts'))

/** Each product's part of Main; that of e-mail links is here. A host may name some that are none, `constructor` even: `quietly` minds that. */
export const forms: { readonly [Name in Product]?: Chunk<unknown> } = { otp, passwords, oauth, crypto, passkeys } satisfies Record<
  Exclude<Product, 'emailMagicLinks'>,
  Chunk<unknown>
>

/** Fetches ahead; a failure is shown where the code is needed. */
export const quietly = (source?: Partial<Chunk<unknown>>): void => void source?.load?.().catch(() => {})
