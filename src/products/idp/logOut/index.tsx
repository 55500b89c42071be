// An app's request to log the visitor out, apart from a request to let the app in, which needs none of this code.
export { logOut } from './logOut.ts'
export { LogOut } from './LogOut.tsx'
