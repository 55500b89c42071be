// The namespaces that a widget's client fetches when one of their methods is called first; `LatchkeyClient` and `HeadlessClient` have the same ones.
export { impersonation } from './impersonation.ts'
export { rbac } from './rbac.ts'
export { sessionCalls as session } from './session/remote.ts'
export { totps } from './totps.ts'
export { users as user } from './users.ts'
