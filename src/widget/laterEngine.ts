// What the widget's client needs once the visitor has turned to it, or has a session: only then is
// anybody authorized.
export * from '../client/laterEngine.ts'
export { isAuthorized } from '../client/namespaces/isAuthorized.ts'
