import type { ListOption, ObjectOption } from './optionKinds.ts'

/**
 * Whether an option that has to be a list or an object is a list. The JSON itself, whose name is
 * empty, is an object. `legal` and `prefill` count as absent if they are something else.
 */
const isList: Record<string, boolean> = {
  __proto__: null!,
  '': false,
  products: true,
  methods: true,
  providers: true,
  emailMagicLinksOptions: false,
  otpOptions: false,
  passwordOptions: false,
  passkeyOptions: false,
  oauthOptions: false,
  sessionOptions: false,
} satisfies Record<ListOption | Exclude<ObjectOption, 'legal' | 'prefill'> | '', boolean> & { __proto__: null }

/**
 * Parses the JSON of an attribute; an absent attribute gives an empty object. `null` is allowed for
 * every option. Throws the parser's error, or one that has the name of an option of the wrong kind.
 */
export const parseJsonAttribute = (text: string | null | undefined) =>
  JSON.parse(text || '{}', (name, value) => {
    if (name in isList && value !== null && (typeof value !== 'object' || Array.isArray(value) !== isList[name]))
      throw new Error(`${name || 'It'} is of the wrong kind`)
    return value
  })
