// The kit: a file that loads when the visitor first touches the widget. It contains what a first screen uses from then on (`Kit` in ui/context.ts), the table of later
// chunks, and what later screens share, as build/entries.ts says.
export { stripToken } from '../client/stripToken.ts'
export { explained } from '../ui/explain.tsx'
export { Legal } from '../ui/Legal.tsx'
export { Logo } from '../ui/Logo.tsx'
export { Watermark } from '../ui/Watermark.tsx'
export { fetchLaterWords } from './fetchLaterWords.ts'
export { namespaceChunks, oauthCalls, otpScreens, passkeyLogIn, passkeysAfterLogIn, prefetchAfterMain, signing } from './laterChunks.ts'
export { LaterScreen } from './LaterScreen.tsx'
