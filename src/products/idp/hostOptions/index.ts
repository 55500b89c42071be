// What a host's own options do (IdentityProviderOptions).
export { attest } from './attest.ts'
export { manifest } from './manifest.ts'
