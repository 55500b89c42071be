// The namespaces that no screen uses. The widget's client fetches them when one of their methods is first called.
export { impersonation } from './impersonation.ts'
export { rbac } from './rbac.ts'
export { sessionCalls as session } from './session/remote.ts'
export { totps } from './totps.ts'
export { userCalls as user } from './userCalls.ts'
