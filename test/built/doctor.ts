/** A test imports this module if it uses dist/doctor/, which loads the emulator. */
export {}
