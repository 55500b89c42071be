// The kit: a file that loads when the visitor first touches the widget. It contains what a first
// screen uses from then on (`Kit` in ui/context.ts), the table of later chunks, and what later
// screens share, as build/entries.ts says.
export { stripToken } from '../client/url/stripToken.ts'
export { isComposing } from '../ui/fields/composition.ts'
export { takeEmail } from '../ui/fields/takeEmail.ts'
export { oauthStartOptions, optionsOf } from '../ui/host/productOptions.ts'
export { failureOf } from '../ui/screen/explain.tsx'
export { Legal } from '../ui/screen/Legal.tsx'
export { Logo } from '../ui/screen/Logo.tsx'
export { slow } from '../ui/screen/wait.tsx'
export { Watermark } from '../ui/screen/Watermark.tsx'
export { oauth as providerLogos, otp as phoneNumbers } from './firstScreenChunks.ts'
export { fetchLaterWords } from './fetchLaterWords.ts'
export {
  confirmation,
  furtherPlainWords,
  namespaceChunks,
  oauthCalls,
  otpScreens,
  passkeyLogIn,
  passkeysAfterLogIn,
  plainWords,
  signing,
} from './laterChunks.ts'
export { LaterScreen } from './LaterScreen.tsx'
export { fetchLook, prefetchAfterMain } from './prefetchAfterMain.ts'
