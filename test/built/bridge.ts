/** A test imports this module if it uses dist/bridge/ or dist/better-auth/. */
export {}
