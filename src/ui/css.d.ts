/** A style sheet, imported as minified text by the build and by the test loader. */
declare module '*.css' {
  const sheet: string
  export default sheet
}
