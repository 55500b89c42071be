// An app's request to log out, apart from a request to be let in, which needs none of it.
export { logOut } from './logOut.ts'
export { LogOut } from './LogOut.tsx'
