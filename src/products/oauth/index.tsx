export { OAuthButtons } from './OAuthButtons.tsx'
