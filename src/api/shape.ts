/** The kind of a value that is neither an object nor a list. */
export type Kind = 'string' | 'number' | 'boolean'

/** What a value has to be, in plain data: of a kind; `[shape]`, a list of such values; or an object with such fields. */
export type AnyShape = Kind | readonly [AnyShape] | AnyShapes

/** The fields that an object has to have. As in a TypeScript interface, a `?` after the name lets the field be absent or null; further fields are nobody's concern. */
export interface AnyShapes {
  readonly [name: string]: AnyShape
}

/** The shapes that values of a type can have: what the type does not hold does not compile. */
export type Shape<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : Value extends readonly (infer Row)[]
        ? readonly [Shape<Row>]
        : Value extends object
          ? Shapes<Value>
          : never

/** The same of an object's fields. One that the type lets be absent or null takes the `?`. */
export type Shapes<Fields> = {
  readonly [Name in keyof Fields & string as
    | `${Name}?`
    | ([undefined] extends [Fields[Name]] ? never : null extends Fields[Name] ? never : Name)]?: Shape<NonNullable<Fields[Name]>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value has a shape. Pure. */
export const fits = (value: unknown, shape: AnyShape): boolean =>
  typeof shape === 'string'
    ? typeof value === shape
    : Array.isArray(shape)
      ? Array.isArray(value) && value.every((row) => fits(row, shape[0]))
      : isObject(value) &&
        Object.entries(shape).every(([spelled, of]) => {
          const name = spelled.replace('?', '')
          return (name !== spelled && value[name] == null) || fits(value[name], of)
        })
