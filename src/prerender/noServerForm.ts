/** Stands in for serverForm.ts in a browser, where components render the widget itself. */
export const serverForm: typeof import('./serverForm.ts').serverForm = () => ''
