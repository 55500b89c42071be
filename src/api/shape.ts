/** The kind of a value that is neither an object nor a list. */
export type ScalarKind = 'string' | 'number' | 'boolean'

/**
 * The shape of a value, as plain data: a kind; `[shape]`, a list of such values; or an object with
 * such fields.
 */
export type AnyShape = ScalarKind | readonly [AnyShape] | AnyShapes

/**
 * The fields that an object must have. A `?` after the name makes a field optional: absent or null.
 * Other fields are allowed.
 */
export interface AnyShapes {
  readonly [name: string]: AnyShape
}

/**
 * The shapes that values of a type can have. A field that the type does not have does not compile.
 */
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

/** The same for the fields of an object. A field that can be absent or null has the `?`. */
export type Shapes<Fields> = {
  readonly [Name in keyof Fields & string as
    | `${Name}?`
    | ([undefined] extends [Fields[Name]] ? never : null extends Fields[Name] ? never : Name)]?: Shape<NonNullable<Fields[Name]>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value has a shape. */
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
