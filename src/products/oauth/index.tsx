/** The OAuth buttons of Main. */
export { OAuthButtons } from './OAuthButtons.tsx'
export { ProviderLogo } from './ProviderLogo.tsx'
