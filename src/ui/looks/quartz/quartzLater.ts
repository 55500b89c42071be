/** What the look `quartz` needs where there is more than the form for an email link. */
export { default as sheet } from './later.css'
