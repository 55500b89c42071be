/**
 * A test imports this module if it uses files of dist/ that no other module of this folder stands
 * for, so that the runner builds all of it first.
 */
export {}
