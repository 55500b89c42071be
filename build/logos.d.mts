/** The generated logos: file name to text. */
export const files: Record<string, string>
