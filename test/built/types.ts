/** A test imports this module if it uses the declarations, dist/types/. */
export {}
