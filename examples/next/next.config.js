// the example alone is the application, whatever lies around it
export default { reactStrictMode: true, turbopack: { root: import.meta.dirname } }
