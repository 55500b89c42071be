/** A test imports this module if it uses dist/server/. */
export {}
