/** A test imports this module if it uses dist/b2b/. */
export {}
