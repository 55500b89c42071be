/** A test imports this module if it uses dist/bridge/, dist/better-auth/ or dist/conformance/. */
export {}
