// this folder is the whole application, whatever the folders around it contain
export default { reactStrictMode: true, turbopack: { root: import.meta.dirname } }
