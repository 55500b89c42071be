/** The pages of the reference, in their order. */
import ts from 'typescript'
import { types, type Chapter } from './chapter.ts'
import { emulatorChapters } from './emulator.ts'
import { errors } from './errors.ts'
import { messageChapters } from './messages.ts'
import { configKinds, kindsByPath } from '../../src/ui/host/optionKinds.ts'
import { guide } from './guides.ts'
import { memberNamespaces, userNamespaces } from './namespaces.ts'
import { cssDefaults, customProperty, inWords } from './styles.ts'
import { heading, type Writer } from './writer.ts'

const CONFIG = 'src/ui/host/config.ts'
const EVENTS = 'src/ui/host/events.ts'
const HOST_PROPS = 'src/widget/hostProps.ts'
const LATCHKEY_CLIENT = 'src/widget/LatchkeyClient.ts'
const CONSUMER_CLIENT = 'src/client/ConsumerClient.ts'
const B2B_CLIENT = 'src/client/b2b/B2BHeadlessClient.ts'

/** Writes declarations of a file by their names, each below a heading. */
const declarationsOf = ({ sources, declaration }: Writer, level: number, file: string, ...names: string[]) =>
  names.flatMap((name) => declaration(sources.symbolOf(file, name), level))

/** Links to the pages of a client's namespaces. */
const namespaceList = (chapters: Chapter[], path: string) =>
  chapters
    .map((chapter) => `- [\`client.${chapter.title.split('client.')[1]}\`](/reference/${path}${chapter.path}): ${chapter.description}`)
    .join('\n')

/**
 * Writes how a client is created. `file` declares the constructor of `owner`, which the class can
 * have inherited.
 */
const creation = ({ sources, checker, call, saysOf }: Writer, name: string, file: string, owner = name) => {
  const [signature] = checker.getTypeOfSymbol(sources.symbolOf(file, owner)).getConstructSignatures()
  return call(`new ${name}`, signature!, saysOf([signature!.declaration!]))
}

/** Writes the methods of a client that are in no namespace. */
const clientMethods = ({ sources, checker, place, methods }: Writer, file: string, name: string) => {
  const symbol = sources.symbolOf(file, name)
  place(symbol)
  return methods(checker.getDeclaredTypeOfSymbol(symbol), 'client.', { isShown: ({ signatures }) => signatures.length > 0 })
}

const latchkeyClient: Chapter = {
  path: 'latchkey-client/',
  title: 'LatchkeyClient',
  description: 'The client with screens: the log-in widget, the page for a new password, passkeys, and consent screens.',
  guide: 'npm.md',
  write: (writer) => {
    return [
      'Import from `latchkey`. It also has every namespace of [the client without screens](/reference/client/).',
      ...creation(writer, 'LatchkeyClient', 'src/widget/WidgetClient.ts', 'WidgetClient'),
      heading(2, 'Methods'),
      ...clientMethods(writer, LATCHKEY_CLIENT, 'LatchkeyClient'),
      heading(2, 'Types'),
      ...declarationsOf(
        writer,
        3,
        HOST_PROPS,
        'HostProps',
        'LoginProps',
        'ResetPasswordProps',
        'IdentityProviderProps',
        'SecondFactorProps',
        'AccountProps',
        'ConfirmProps',
      ),
      ...declarationsOf(
        writer,
        3,
        CONFIG,
        'IdentityProviderOptions',
        'AuthTokenParams',
        'IDPConsentScreenManifest',
        'IDPConsentSection',
        'IDPConsentItem',
      ),
      ...writer.declarations(3, LATCHKEY_CLIENT, 'src/widget/mount.tsx', 'src/widget/WidgetClient.ts'),
    ]
  },
}

const clientOptions: Chapter = {
  path: 'client-options/',
  title: 'Client options',
  description: 'The second argument of every client: `new LatchkeyClient(publicToken, options)`.',
  write: (writer) => [
    'For `LatchkeyClient`, `HeadlessClient`, `B2BHeadlessClient` and `createClient`; in React, the prop `options` of `LatchkeyProvider`.',
    ...writer.options('src/client/options.ts', 'ClientOptions'),
  ],
}

const backendOptions: Chapter = {
  path: 'backend-options/',
  title: 'Backend options',
  description: "The argument of a client for your own server: `new LatchkeyClient({ backend: '/auth' })`.",
  write: (writer) => [
    'For `LatchkeyClient`, `HeadlessClient` and `createClient`, in place of a public token; in React, the props `backend` and `options` of `LatchkeyProvider`.',
    ...writer.options('src/client/options.ts', 'BackendOptions'),
  ],
}

/** The guides about options of `config`, by their names. */
const guides: { [option: string]: string } = {
  products: 'passkeys.md',
  locale: 'languages.md#languages',
  domainHint: 'going-live.md#2-your-project-in-the-dashboard',
  sessionDurationMinutes: 'npm.md#the-session',
  legal: 'going-live.md#7-words',
  successURL: 'script-tag.md#go-on-after-a-log-in',
  rememberLastMethod: 'social-sign-in.md#last-used-method',
  enableShadowDOM: 'theming.md#parts',
}

const kinds = kindsByPath(configKinds)
const guideOf = (path: string): string | undefined =>
  kinds.get(path) === 'redirect' ? 'npm.md#your-project' : guides[path.slice(path.lastIndexOf('.') + 1)]

const config: Chapter = {
  path: 'config/',
  title: 'config',
  description: 'Which ways to sign in the log-in widget offers, and how they work.',
  guide: 'npm.md',
  write: (writer) => [
    'An option of the mount methods, a prop of the React components, a property of the elements, and `data-config` of the script tag.',
    "```ts\nclient.mountLogin({ elementId: '#login', config: { products: ['otp'], otpOptions: { methods: ['sms'] } } })\n```",
    ...writer.options(CONFIG, 'LoginConfig', (path) => {
      const link = guideOf(path)
      return link ? [guide(link)] : []
    }),
    ...types(writer, CONFIG),
  ],
}

const callbacks: Chapter = {
  path: 'callbacks/',
  title: 'callbacks',
  description: 'Your functions that the widget calls for events and for errors.',
  guide: 'npm.md#events-and-errors',
  write: (writer) => {
    return [
      'The page gets the same, as plain copies, as the DOM events [`latchkey:event` and `latchkey:error`](/reference/elements/#events).',
      ...writer.options(EVENTS, 'Callbacks'),
    ]
  },
}

const events: Chapter = {
  path: 'events/',
  title: 'Events',
  description: 'What the widget tells your page, and the data of each event.',
  guide: 'npm.md#events-and-errors',
  write: (writer) => {
    const { sources, checker, place, fieldsOf, paragraphs, linkText, list, shapeOf } = writer
    const symbol = sources.symbolOf(EVENTS, 'WidgetEvents')
    place(symbol)
    place(sources.symbolOf(EVENTS, 'WidgetEvent'))
    return [
      'Your `onEvent` receives an object with `type` and `data`, of the type `WidgetEvent`. `WidgetEvents` is the type of the data by type. The page gets the same as the DOM event [`latchkey:event`](/reference/elements/#events), without the session’s tokens.',
      "```ts\nconst callbacks: Callbacks = {\n  onEvent({ type, data }) {\n    if (type === 'OTP_AUTHENTICATE') console.log(data.user.emails)\n  },\n}\n```",
      ...fieldsOf(checker.getDeclaredTypeOfSymbol(symbol)).flatMap((field) => {
        const isEmpty = fieldsOf(field.type).length === 0
        const fields = list({ ...shapeOf(field.type, false), bases: [] })
        return [
          heading(2, `\`${field.name}\``),
          ...paragraphs(field.says),
          isEmpty ? 'Data: none (`{}`)' : `Data: ${linkText(field)}`,
          ...(fields.length ? [fields.join('\n')] : []),
        ]
      }),
    ]
  },
}

const styles: Chapter = {
  path: 'styles/',
  title: 'styles',
  description: 'Every option for the looks of the widget, with its default and its custom property.',
  guide: 'theming.md',
  write: (writer) => {
    const defaults = cssDefaults()
    return [
      'An option of the mount methods, a prop of the React components, a property of the elements, and `data-styles` of the script tag.',
      ...writer.paragraphs(writer.says(writer.sources.symbolOf(CONFIG, 'StyleConfig'))),
      ...writer.options(CONFIG, 'StyleConfig', (path, docstring) => {
        const [value] = defaults.get(customProperty(path)) ?? []
        if (!value) return []
        return [[`Custom property: \`${customProperty(path)}\``, ...(docstring.default ? [] : [`Default: ${inWords(value)}`])].join(' · ')]
      }),
      heading(2, 'Presets'),
      'Objects for `styles`, ready to use. Import from `latchkey/presets`; you download only those that you import.',
      ...writer.declarations(3, 'src/entries/presets.ts'),
    ]
  },
}

/** Writes a component with its props, and those that it inherits. */
const component = ({ sources, checker, place, says, paragraphs, list, fieldsOf, shapeOf }: Writer, file: string, name: string) => {
  const symbol = sources.symbolOf(file, name)
  const [props] = checker.getTypeOfSymbol(symbol).getCallSignatures()[0]!.parameters
  const type = checker.getTypeOfSymbol(props!)
  place(symbol, `\`<${name}>\``)
  const symbolOfProps = type.aliasSymbol ?? type.symbol
  place(symbolOfProps, `\`<${name}>\``)
  const all = type.isUnion() ? shapeOf(type) : { bases: [], alternatives: [], fields: fieldsOf(type) }
  return [heading(3, `\`<${name}>\``), ...paragraphs(says(symbol)), `Props (\`${symbolOfProps.name}\`):`, list(all).join('\n')]
}

const react: Chapter = {
  path: 'react/',
  title: 'React',
  description: 'The components and hooks of `latchkey/react`, with their props.',
  guide: 'react.md',
  write: (writer) => {
    const file = 'src/entries/react.tsx'
    return [
      'For React 18 or later.',
      heading(2, 'Components'),
      ...['LatchkeyProvider', 'Login', 'ResetPassword', 'PasskeyRegistration', 'SecondFactor', 'Account', 'IdentityProvider'].flatMap(
        (name) => component(writer, file, name),
      ),
      heading(2, 'Hooks'),
      ...declarationsOf(writer, 3, file, 'useClient', 'useUser', 'useSession'),
      ...types(writer, file),
    ]
  },
}

const elements: Chapter = {
  path: 'elements/',
  title: 'Elements',
  description: 'The elements of `latchkey/element`: their attributes, properties and events.',
  guide: 'custom-elements.md',
  write: (writer) => {
    const { sources, checker, fieldsOf, list, place, declaration, paragraphs, says, linkText } = writer
    const file = 'src/entries/element.ts'
    const attributes = checker.getDeclaredTypeOfSymbol(sources.symbolOf(file, 'ElementAttributes'))
    const tags = globals(sources.file(file), 'HTMLElementTagNameMap')
    const properties = new Map(tags.flatMap((node) => fieldsOf(checker.getTypeAtLocation(node)).map((field) => [field.name, field])))
    return [
      ...declaration(sources.symbolOf(file, 'defineElements'), 2),
      heading(2, 'Attributes'),
      list({ bases: [], alternatives: [], fields: fieldsOf(attributes).map((field) => ({ ...field, optional: false })) }).join('\n'),
      heading(2, 'Tags'),
      ...tags.flatMap((node) => {
        const tag = node.name.getText().replaceAll("'", '')
        const type = checker.getTypeAtLocation(node)
        place(type.symbol, `\`<${tag}>\``)
        const names = fieldsOf(type).map(({ name }) => `\`${name}\``)
        return [
          heading(3, `\`<${tag}>\``),
          ...paragraphs(says(type.symbol)),
          `Properties: ${names.join(', ')}. Type: \`${type.symbol.name}\`.`,
        ]
      }),
      heading(2, 'Properties'),
      list({ bases: [], alternatives: [], fields: [...properties.values()].map((field) => ({ ...field, optional: false })) }).join('\n'),
      heading(2, 'Events'),
      'The elements dispatch these events, and so does the element that you mount a widget in. They bubble.',
      ...globals(sources.file(file), 'HTMLElementEventMap').flatMap((node) => {
        const symbol = checker.getSymbolAtLocation(node.name)!
        return [
          heading(3, `\`${node.name.getText().replaceAll("'", '')}\``),
          ...paragraphs(says(symbol)),
          `Type: ${linkText({ type: checker.getTypeOfSymbol(symbol), node: node.type })}`,
        ]
      }),
      ...types(writer, file),
    ]
  },
}

/** Returns the properties that a file adds to a global interface. */
const globals = (file: ts.SourceFile, name: string): ts.PropertySignature[] => {
  const members: ts.PropertySignature[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === name) members.push(...node.members.filter(ts.isPropertySignature))
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, (node) => (ts.isModuleDeclaration(node) ? visit(node) : undefined))
  return members
}

const scriptTag: Chapter = {
  path: 'script-tag/',
  title: 'Script tag',
  description: 'The attributes of the script tag.',
  guide: 'script-tag.md',
  write: ({ sources, checker, fieldsOf, paragraphs }) => {
    const attributes = checker.getDeclaredTypeOfSymbol(sources.symbolOf('src/entries/embed.ts', 'ScriptAttributes'))
    return [
      'The tag itself has `src`, with the address of `embed.js`, and `async`. If your policy allows scripts by a nonce, give it the `nonce`; the loader passes it on.',
      ...fieldsOf(attributes).flatMap((field) => [
        heading(2, `\`data-${field.name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}\``),
        ...paragraphs(field.says),
        ...(field.says.default ? [`Default: ${field.says.default}`] : []),
      ]),
    ]
  },
}

const prerender: Chapter = {
  path: 'prerender/',
  title: 'latchkey/prerender',
  description: 'The log-in form as HTML, for a page that shows it before any script has loaded, and the first call of a page.',
  guide: 'script-tag.md#the-form-in-your-pages-html',
  write: ({ declarations }) => [...declarations(2, 'src/prerender/index.tsx'), ...declarations(2, 'src/prerender/firstCall/index.ts')],
}

const client: Chapter = {
  path: 'client/',
  title: 'Client of users',
  description: 'What every client of a project of users has, with or without screens.',
  guide: 'headless.md',
  write: (writer) => {
    const { sources, place, says, paragraphs } = writer
    const whole = sources.symbolOf('src/client/HeadlessClient.ts', 'HeadlessClient')
    place(whole, '`HeadlessClient`')
    const headless = sources.entries.find(({ name }) => name === 'latchkey/headless')!
    const parts = headless.exports.filter(({ name }) => userNamespaces.some(({ title }) => title === `client.${name}`))
    for (const { symbol } of parts) place(symbol, 'Parts of `createClient`')
    const urlParts = 'src/client/url/urlParts.ts'
    return [
      heading(2, 'Namespaces'),
      namespaceList(userNamespaces, ''),
      heading(2, 'Methods'),
      ...clientMethods(writer, CONSUMER_CLIENT, 'ConsumerClient'),
      heading(2, 'Create a client without screens'),
      'Import from `latchkey/headless`.',
      ...writer.declaration(sources.symbolOf('src/client/createClient.ts', 'createClient'), 3),
      heading(3, 'Parts of `createClient`'),
      `\`latchkey/headless\` exports a function for each part: ${[...parts.map(({ name }) => name), 'authenticateByUrl', 'parseAuthenticateUrl'].map((name) => `\`${name}\``).join(', ')}. You pass them; only a client calls them.`,
      ...['authenticateByUrl', 'parseAuthenticateUrl'].flatMap((name) => {
        const symbol = sources.symbolOf(urlParts, name)
        place(symbol, 'Parts of `createClient`')
        return [`- \`${name}\`: ${writer.says(symbol).text}`]
      }),
      heading(3, '`HeadlessClient`'),
      ...paragraphs(says(whole)),
      ...creation(writer, 'HeadlessClient', 'src/client/HeadlessClient.ts'),
      ...types(
        writer,
        'src/client/session/state.ts',
        'src/client/session/tokenJar.ts',
        'src/client/url/urlToken.ts',
        'src/client/createClient.ts',
        'src/entries/index.ts',
      ),
    ]
  },
}

const userData: Chapter = {
  path: 'client/types/',
  title: 'Data of users',
  description: 'Users, sessions, what a visitor has proved, and what calls answer.',
  write: ({ declarations }) => declarations(2, 'src/api/entities.ts', 'src/client/bootstrap.ts', 'src/api/bootstrap.ts'),
}

const b2b: Chapter = {
  path: 'b2b/',
  title: 'Client of organizations',
  description: 'The client for a project of organizations and their members (B2B), without screens.',
  guide: 'organizations.md',
  write: (writer) => {
    return [
      'Import from `latchkey/b2b`.',
      ...creation(writer, 'B2BHeadlessClient', B2B_CLIENT),
      heading(2, 'Namespaces'),
      namespaceList(memberNamespaces, ''),
      heading(2, 'Methods'),
      ...clientMethods(writer, B2B_CLIENT, 'B2BHeadlessClient'),
      ...types(writer, 'src/client/b2b/memberState.ts', 'src/client/b2b/authenticateByUrl.ts', 'src/client/b2b/methods.ts', B2B_CLIENT),
    ]
  },
}

const memberData: Chapter = {
  path: 'b2b/types/',
  title: 'Data of organizations',
  description: 'Members, organizations, their sessions, and what calls answer.',
  write: ({ declarations }) => declarations(2, 'src/api/b2b/entities.ts'),
}

const server: Chapter = {
  path: 'server/',
  title: 'latchkey/server',
  description: 'Checks on your server whether the visitor who sent a request is signed in.',
  guide: 'server.md',
  write: (writer) => [
    ...declarationsOf(writer, 2, 'src/server/index.ts', 'verifySession', 'verifyMemberSession'),
    ...types(writer, 'src/server/options.ts', 'src/server/sessionCandidates.ts', 'src/server/verify.ts', 'src/server/refusals.ts'),
  ],
}

const bridge: Chapter = {
  path: 'bridge/',
  title: 'latchkey/bridge',
  description: 'Answers the widget from your own server, over a backend of yours.',
  guide: 'your-own-server.md',
  write: (writer) => {
    const { sources, place, says } = writer
    const calls = 'src/server/bridge/calls.ts'
    // its functions are the calls of the client, which have pages of their own
    for (const name of ['Backend', 'ResultFor']) place(sources.symbolOf(calls, name), 'Backend', false)
    return [
      ...declarationsOf(writer, 2, 'src/server/bridge/handler.ts', 'createBridge'),
      ...declarationsOf(writer, 2, 'src/server/bridge/refusals.ts', 'refusal', 'BridgeRefusal'),
      heading(2, 'Backend'),
      ...['Backend', 'ResultFor'].map((name) => `**\`${name}\`**: ${says(sources.symbolOf(calls, name)).text}`),
      ...declarationsOf(writer, 3, calls, 'Visit', 'OAuthStart', 'SecondFactorAnswer'),
      heading(2, 'Bot checks'),
      ...declarationsOf(writer, 3, 'src/server/bridge/botCheck.ts', 'proofOfWork', 'turnstile', 'hcaptcha', 'recaptcha', 'captchafox'),
      heading(2, 'What every backend repeats'),
      ...declarationsOf(
        writer,
        3,
        'src/server/bridge/defaults.ts',
        'settings',
        'byLength',
        'strengthOf',
        'userEntity',
        'sessionEntity',
        'fullName',
      ),
      ...declarationsOf(writer, 3, 'src/server/bridge/landing.ts', 'pageWithToken'),
      ...declarationsOf(writer, 3, 'src/server/hostCookies.ts', 'cookieLine', 'valueLines', 'readValue'),
      ...declarationsOf(writer, 3, 'src/server/bridge/node.ts', 'requestOf', 'nodeCallOf', 'respond'),
      ...types(
        writer,
        'src/server/hostCookies.ts',
        'src/api/botCheck.ts',
        ...['handler', 'botCheck', 'defaults', 'landing', 'node'].map((name) => `src/server/bridge/${name}.ts`),
      ),
    ]
  },
}

const conformance: Chapter = {
  path: 'bridge/conformance/',
  title: 'latchkey/bridge/conformance',
  description: 'Checks a bridge, in whatever language it is written.',
  guide: 'your-own-server.md',
  write: (writer) => [
    ...declarationsOf(writer, 2, 'src/tools/conformance/index.ts', 'checks'),
    ...declarationsOf(writer, 2, 'src/tools/conformance/Nonconformity.ts', 'Nonconformity'),
    ...types(writer, 'src/tools/conformance/index.ts', 'src/tools/conformance/host.ts'),
  ],
}

const own: Chapter = {
  path: 'bridge/own/',
  title: 'latchkey/bridge/own',
  description: 'Answers the widget from your own users table.',
  guide: 'own-users.md',
  write: (writer) => [
    ...declarationsOf(writer, 2, 'src/server/own/index.ts', 'ownServer'),
    ...declarationsOf(writer, 2, 'src/server/own/sqlStores.ts', 'sqliteStore', 'pgStore', 'storeTable'),
    ...declarationsOf(writer, 2, 'src/server/own/store.ts', 'memoryStore'),
    ...declarationsOf(writer, 2, 'src/server/own/expressSessions.ts', 'expressSessions'),
    ...types(writer, ...['index', 'options', 'store', 'sqlStores', 'expressSessions'].map((name) => `src/server/own/${name}.ts`)),
  ],
}

const supabase: Chapter = {
  path: 'supabase/',
  title: 'latchkey/supabase',
  description: 'Answers the widget from your Supabase project.',
  guide: 'supabase.md',
  write: (writer) => [
    ...declarationsOf(writer, 2, 'src/server/supabase/index.ts', 'supabaseServer'),
    ...types(writer, ...['index', 'options'].map((name) => `src/server/supabase/${name}.ts`)),
  ],
}

const betterAuth: Chapter = {
  path: 'better-auth/',
  title: 'latchkey/better-auth',
  description: 'Answers the widget from your own Better Auth.',
  guide: 'your-own-server.md',
  write: (writer) => [
    ...declarationsOf(writer, 2, 'src/server/betterAuth/index.ts', 'bridge'),
    ...declarationsOf(writer, 2, 'src/server/betterAuth/routes.ts', 'authRoutes'),
    ...declarationsOf(writer, 2, 'src/server/betterAuth/plugin/index.ts', 'latchkey'),
    ...declarationsOf(writer, 2, 'src/server/betterAuth/links.ts', 'widgetLink'),
    ...types(writer, ...['auth', 'refusals', 'routes', 'plugin/index', 'plugin/limits'].map((name) => `src/server/betterAuth/${name}.ts`)),
  ],
}

/** The page that says what an entry is, by the entry. */
const pagesOfEntries: Record<string, string> = {
  latchkey: 'latchkey-client/',
  'latchkey/react': 'react/',
  'latchkey/element': 'elements/',
  'latchkey/headless': 'client/',
  'latchkey/b2b': 'b2b/',
  'latchkey/prerender': 'prerender/',
  'latchkey/presets': 'styles/',
  'latchkey/strings': 'messages/',
  'latchkey/server': 'server/',
  'latchkey/bridge': 'bridge/',
  'latchkey/bridge/conformance': 'bridge/conformance/',
  'latchkey/bridge/own': 'bridge/own/',
  'latchkey/supabase': 'supabase/',
  'latchkey/better-auth': 'better-auth/',
  'latchkey/emulator': 'emulator/',
  'latchkey/emulator/node': 'emulator/',
  'latchkey/testing': 'testing/',
  'latchkey/testing/playwright': 'testing/playwright/',
  'latchkey/testing/msw': 'testing/msw/',
  'latchkey/testing/cypress': 'testing/cypress/',
}

const overview: Chapter = {
  path: '',
  title: 'Reference',
  description: 'Everything that the package exports, from its types and their docstrings.',
  write: ({ sources }) => {
    const entries = [...new Set(sources.entries.map(({ name }) => name.replace(/^(latchkey\/strings)\/.+/, '$1')))]
    return [
      heading(2, 'By import'),
      entries
        .map((name) => {
          const chapter = chapters.find(({ path }) => path && path === pagesOfEntries[name])
          if (!chapter) throw new Error(`No page says what ${name} is`)
          return `- \`${name}\`: [${chapter.title}](/reference/${chapter.path})`
        })
        .join('\n'),
      `The drop-in entries, \`latchkey/compat\` and those below it, export the names of Stytch’s packages. ${guide('migration.md')}`,
      heading(2, 'All pages'),
      chapters.flatMap(({ path, title, description }) => (path ? [`- [${title}](/reference/${path}): ${description}`] : [])).join('\n'),
    ]
  },
}

export const chapters: Chapter[] = [
  overview,
  latchkeyClient,
  config,
  callbacks,
  events,
  styles,
  clientOptions,
  backendOptions,
  react,
  elements,
  scriptTag,
  prerender,
  ...messageChapters,
  errors,
  server,
  bridge,
  conformance,
  own,
  supabase,
  betterAuth,
  client,
  ...userNamespaces,
  userData,
  b2b,
  ...memberNamespaces,
  memberData,
  ...emulatorChapters,
]
