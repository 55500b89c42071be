/** A test imports this module if it uses dist/headless/. */
export {}
