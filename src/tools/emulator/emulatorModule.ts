/**
 * The emulator as an ES module for pages that run one of their own, made from the file that Node
 * requires, so that the package has it only once.
 */
export const emulatorModule = (commonJs: string): string =>
  `export const { createEmulator } = ((module) => {\n${commonJs}\nreturn module.exports })({ exports: {} })\n`
