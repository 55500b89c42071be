// The namespaces that no screen uses, in one file. The widget's client fetches it when one of their methods is first called.
export { impersonation } from './impersonation.ts'
export { rbac } from './rbac.ts'
export { sessionCalls as session } from './session/remote.ts'
export { userCalls as user } from './userCalls.ts'
