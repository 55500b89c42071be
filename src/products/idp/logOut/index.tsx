// An app's request to log the visitor out: a chunk of its own, because an authorization request
// needs none of this code.
export { logOut } from './logOut.ts'
export { LogOut } from './LogOut.tsx'
