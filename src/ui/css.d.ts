/** A style sheet as minified text; the build and the test loader both make it so. */
declare module '*.css' {
  const sheet: string
  export default sheet
}
