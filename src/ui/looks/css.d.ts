/** A style sheet. The build and the test loader import it as minified text. */
declare module '*.css' {
  const sheet: string
  export default sheet
}
