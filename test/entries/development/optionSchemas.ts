/**
 * Checks that the schemas for advice have exactly the options of the interfaces, so that a new
 * option needs a row in src/entries/development/optionSchemas.ts. `npm run check` compiles this
 * file, and nothing runs it.
 */
import type * as v from 'valibot'
import type { BackendOptions, ClientOptions } from '../../../src/client/options.ts'
import type * as schemas from '../../../src/entries/development/optionSchemas.ts'
import type { LoginProps, ResetPasswordProps, StyleConfig } from '../../../src/widget/publicTypes.ts'
import type { IdentityProviderProps, SecondFactorProps } from '../../../src/widget/hostProps.ts'

/** The keys of a type, at every depth. The value of anything without keys is 0. */
type Keys<Type> = Type extends (...given: never[]) => unknown
  ? 0
  : Type extends readonly (infer Item)[]
    ? Keys<Item>
    : Type extends object
      ? string extends keyof Type
        ? 0
        : { [Key in keyof Type]-?: Keys<NonNullable<Type[Key]>> }
      : 0

type Given<Schema extends v.GenericSchema> = Omit<Keys<v.InferInput<Schema>>, 'strings'>

/** Everything except `strings`, because message ids are not options. */
type Props<Type> = Omit<Keys<Type>, 'strings'>

/** Compiles if both have the same keys. */
const same = <One, Other>(..._: [One, Other] extends [Other, One] ? [] : ['an option is missing, or too much']) => {}

same<Keys<ClientOptions>, Given<typeof schemas.options>>()
same<Keys<BackendOptions>, Given<typeof schemas.backendOptions>>()
same<Keys<StyleConfig>, Given<typeof schemas.styles>>()
same<Props<LoginProps>, Given<typeof schemas.props.mountLogin>>()
same<Props<ResetPasswordProps>, Given<typeof schemas.props.mountResetPassword>>()
same<Props<SecondFactorProps>, Given<typeof schemas.props.mountSecondFactor>>()
same<Props<IdentityProviderProps>, Given<typeof schemas.props.mountIdentityProvider>>()
// @ts-expect-error the comparison finds a difference
same<Props<LoginProps>, Given<typeof schemas.props.mountResetPassword>>()
