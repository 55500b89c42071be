/** What the searches among users, members, organizations and M2M clients share. Pure. */
import { refuse, type ErrorType } from './refusal.ts'

/** Whether a thing fits an operand. */
export type Fits<Thing> = (thing: Thing) => boolean

/** By `filter_name`: reads the `filter_value`, and returns what fits. */
export type Filters<Thing> = Record<string, (value: unknown) => Fits<Thing>>

/** The shortest part of a text that the provider looks for. */
const SHORTEST = 3

/** Creates the filter by a list of texts. */
export const oneOfTexts =
  (error: ErrorType) =>
  <Thing>(read: (thing: Thing) => (string | undefined)[]) =>
  (value: unknown): Fits<Thing> => {
    const values: unknown[] = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : refuse(error)
    return (thing) => read(thing).some((one) => one !== undefined && values.includes(one))
  }

/** Creates the filters by a value of one kind. The errors are for values of another kind. */
export const filtersBy = <Thing>(errors: { text: ErrorType; list: ErrorType; flag: ErrorType }) => {
  const text = (value: unknown) => (typeof value === 'string' ? value : refuse(errors.text))
  return {
    text,
    oneOf: oneOfTexts(errors.list)<Thing>,
    is:
      (read: (thing: Thing) => boolean) =>
      (value: unknown): Fits<Thing> => {
        if (typeof value !== 'boolean') refuse(errors.flag)
        return (thing) => read(thing) === value
      },
    /** Whether any of these texts has the part, whatever its case. */
    part:
      (read: (thing: Thing) => string[], tooShort: ErrorType) =>
      (value: unknown): Fits<Thing> => {
        const fragment = text(value).toLowerCase()
        if (fragment.length < SHORTEST) refuse(tooShort)
        return (thing) => read(thing).some((one) => one.toLowerCase().includes(fragment))
      },
  }
}

/** Returns the function that reads an operand. `of` begins the names of the errors. */
export const operandReader =
  <Thing>(of: 'user' | 'member' | 'organization', filters: Filters<Thing>) =>
  ({ filter_name: name, filter_value: value }: { filter_name?: unknown; filter_value?: unknown }): Fits<Thing> => {
    if (name === undefined) return refuse(`${of}_search_missing_filter_name`)
    if (typeof name !== 'string') return refuse(`${of}_search_filter_name_must_be_string`)
    const filter = Object.hasOwn(filters, name) ? filters[name]! : refuse(`${of}_search_filter_name_not_recognized`)
    return filter(value === undefined ? refuse(`${of}_search_missing_filter_value`) : value)
  }

/** Says whether a thing fits the operands. Everything fits none. */
export const fitsTogether = <Thing>(operator: string | undefined, operands: readonly Fits<Thing>[]): Fits<Thing> =>
  operator === 'OR' && operands.length > 0
    ? (thing) => operands.some((fits) => fits(thing))
    : (thing) => operands.every((fits) => fits(thing))
