/** The pages of the emulator and of `latchkey/testing`. */
import ts from 'typescript'
import { createProject } from '../../src/tools/emulator/state/project.ts'
import { types, type Chapter } from './chapter.ts'
import type { Sources } from './sources.ts'
import { anchor, heading, type Writer } from './writer.ts'

const EMULATOR = 'src/tools/emulator/emulator.ts'

/** A route below `/_emulator/`: `GET outbox`. */
interface Route {
  name: string
  /** What it takes and answers. */
  description: string
}

/** Returns the routes that src/tools/emulator/controls/index.ts serves, with their docstrings. */
export const controlRoutes = ({ sources, saysOf }: Writer): Route[] => {
  const routes: Route[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) && node.expression.expression.getText() === 'control')
      routes.push({ name: (node.expression.arguments[0] as ts.StringLiteral).text, description: saysOf([node]).text })
    ts.forEachChild(node, visit)
  }
  visit(sources.file('src/tools/emulator/controls/index.ts'))
  return routes
}

/** Returns the functions of an emulator by the routes that do the same, as their docstrings say. */
export const functionsByRoute = ({ sources, checker, fieldsOf }: Writer): Map<string, string> => {
  const emulator = checker.getDeclaredTypeOfSymbol(sources.symbolOf(EMULATOR, 'Emulator'))
  const functions = fieldsOf(emulator).flatMap((field) =>
    field.signatures.length
      ? [{ name: field.name, says: field.says }]
      : fieldsOf(field.type).map(({ name, says }) => ({ name: `${field.name}.${name}`, says })),
  )
  return new Map(
    functions.flatMap(({ name, says }) =>
      [...says.text.matchAll(/`(GET|POST|PATCH) \/_emulator\/(\w+)`/g)].map(([, method, path]) => [`${method} ${path}`, name] as const),
    ),
  )
}

const emulator: Chapter = {
  path: 'emulator/',
  title: 'Emulator',
  description: 'The provider in memory: `createEmulator`, its options, and what you can do with it.',
  guide: 'emulator.md',
  write: (writer) => {
    const { sources, checker, place, declaration, methods, paragraphs, says } = writer
    const symbol = sources.symbolOf(EMULATOR, 'Emulator')
    place(symbol, 'What an emulator does')
    return [
      'Import from `latchkey/emulator`.',
      ...declaration(sources.symbolOf('src/tools/emulator/index.ts', 'createEmulator'), 2),
      ...declaration(sources.symbolOf(EMULATOR, 'EmulatorOptions'), 2),
      heading(2, 'What an emulator does'),
      ...paragraphs(says(symbol)),
      ...methods(checker.getDeclaredTypeOfSymbol(symbol), 'emulator.'),
      heading(2, 'A server for it'),
      'Import from `latchkey/emulator/node`.',
      ...writer.declarations(3, 'src/tools/emulator/node.ts', 'src/tools/emulator/fetchPublic.ts'),
      ...types(
        writer,
        'src/tools/emulator/controls/outbox.ts',
        'src/tools/emulator/controls/requestLog.ts',
        'src/tools/emulator/controls/signIn.ts',
        'src/tools/emulator/b2b/signIn.ts',
        'src/tools/emulator/state/stores.ts',
        'src/api/events.ts',
      ),
    ]
  },
}

/** The settings of a project that a test has not changed. */
const defaults = createProject() as unknown as Record<string, unknown>

const project: Chapter = {
  path: 'emulator/project/',
  title: 'Emulator: settings',
  description: 'The settings of the emulated project, for `createEmulator({ project })` and `emulator.project(...)`.',
  guide: 'emulator.md#settings-of-the-project',
  write: (writer) => [
    'The names are those of the provider’s API.',
    ...writer.options('src/tools/emulator/state/project.ts', 'Project', (path, docstring) =>
      docstring.default === undefined && path in defaults ? [`Default: \`${JSON.stringify(defaults[path])}\``] : [],
    ),
    ...types(writer, 'src/tools/emulator/state/project.ts'),
  ],
}

const seed: Chapter = {
  path: 'emulator/seed/',
  title: 'Emulator: seed',
  description: 'The data that an emulator begins with: users, apps, organizations and their members.',
  guide: 'emulator.md#seeds',
  write: ({ declarations }) => [
    'For `createEmulator({ seed })` and `emulator.seed(...)`. The names are those of the provider’s API; what you leave out is generated.',
    ...declarations(
      2,
      'src/tools/emulator/controls/seed.ts',
      'src/tools/emulator/b2b/seed.ts',
      'src/tools/emulator/openid/connectedApps.ts',
      'src/tools/emulator/methods/oauth.ts',
      'src/tools/emulator/methods/passkeys.ts',
      'src/tools/emulator/methods/totps.ts',
      'src/tools/emulator/sessions/sessionGrants.ts',
      'src/tools/emulator/b2b/organizations.ts',
    ),
  ],
}

const faults: Chapter = {
  path: 'emulator/faults/',
  title: 'Emulator: faults',
  description: 'What can go wrong on purpose: errors, delays, requests that are held, and connections that are dropped.',
  guide: 'emulator.md#the-clock-and-faults',
  write: ({ sources, options, says, paragraphs }) => [
    ...paragraphs(says(sources.symbolOf('src/tools/emulator/controls/faults.ts', 'Fault'))),
    "```ts\nemulator.faults([{ route: 'POST /otps/authenticate', status: 502, times: 1 }])\n```",
    ...options('src/tools/emulator/controls/faults.ts', 'Fault'),
  ],
}

const endpoints: Chapter = {
  path: 'emulator/endpoints/',
  title: 'Emulator: endpoints',
  description: 'The emulator’s own routes below `/_emulator/`, for tests in another process or another language.',
  guide: 'emulator.md#controls-over-http',
  write: (writer) => {
    const functions = functionsByRoute(writer)
    const { exports } = writer.sources.entries.find(({ name }) => name === 'latchkey/emulator')!
    const linkTypes = (text: string) =>
      text.replace(/`(\w+)`/g, (code, name: string) => {
        const type = exports.find((entry) => entry.name === name)
        const address = type && writer.addressOf(type.symbol)
        return address ? `[${code}](${address})` : code
      })
    return [
      'Bodies and answers are JSON. A wrong body is answered with a status of 400 and the fields that are wrong: `{"body": [{"dataPath": "users", "message": "..."}]}`. `npx latchkey dev` and `listen` answer this machine alone.',
      ...controlRoutes(writer).flatMap(({ name: route, description }) => {
        const name = functions.get(route) ?? ''
        return [
          heading(2, `\`${route.replace(' ', ' /_emulator/')}\``),
          linkTypes(description),
          `In code: [\`${name}()\`](/reference/emulator/#${anchor(`${name}()`)}).`,
        ]
      }),
    ]
  },
}

const testing: Chapter = {
  path: 'testing/',
  title: 'latchkey/testing',
  description:
    'The emulator’s controls for a test in another process, and what the entries for Playwright, msw and Cypress have in common.',
  guide: 'testing.md',
  write: (writer) => {
    const { sources, checker, place, methods, paragraphs, says, declarations } = writer
    const controls = sources.symbolOf('src/tools/testing/controls.ts', 'EmulatorControls')
    place(controls, '`EmulatorControls`')
    return [
      heading(2, '`EmulatorControls`'),
      ...paragraphs(says(controls)),
      ...methods(checker.getDeclaredTypeOfSymbol(controls), 'controls.'),
      ...declarations(
        2,
        'src/tools/testing/controls.ts',
        'src/tools/testing/mailbox.ts',
        'src/tools/testing/holds.ts',
        'src/tools/testing/sessionCookies.ts',
        'src/tools/testing/TestingError.ts',
      ),
    ]
  },
}

const playwright: Chapter = {
  path: 'testing/playwright/',
  title: 'latchkey/testing/playwright',
  description: 'Fixtures for Playwright: an emulator for each worker, sign-ins without a screen, a passkey and wallets in software.',
  guide: 'testing.md#playwright',
  write: ({ declarations }) => [
    ...declarations(
      2,
      'src/tools/testing/playwright.ts',
      'src/tools/testing/answerRoute.ts',
      'src/tools/testing/passkey.ts',
      'src/tools/testing/wallets.ts',
      'src/tools/testing/softwareWallets.ts',
    ),
  ],
}

const msw: Chapter = {
  path: 'testing/msw/',
  title: 'latchkey/testing/msw',
  description: 'Handlers for msw that let an emulator answer for the provider inside a test process.',
  guide: 'testing.md#vitest',
  write: ({ declarations }) => declarations(2, 'src/tools/testing/msw.ts'),
}

const cypress: Chapter = {
  path: 'testing/cypress/',
  title: 'latchkey/testing/cypress',
  description: 'Commands for Cypress, on an emulator that runs by itself.',
  guide: 'testing.md#cypress',
  write: (writer) => {
    const { sources, checker, declarations, methods } = writer
    const chainable = commandsOf(sources)
    return [
      ...declarations(2, 'src/tools/testing/cypress.ts'),
      heading(2, 'Commands'),
      ...methods(checker.getDeclaredTypeOfSymbol(chainable), 'cy.'),
    ]
  },
}

/**
 * Returns the interface with the commands, which src/tools/testing/cypress.ts adds to Cypress's
 * own.
 */
const commandsOf = ({ file, checker }: Sources): ts.Symbol => {
  let chainableSymbol: ts.Symbol | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'Chainable') chainableSymbol = checker.getSymbolAtLocation(node.name)
    ts.forEachChild(node, visit)
  }
  visit(file('src/tools/testing/cypress.ts'))
  return chainableSymbol!
}

export const emulatorChapters: Chapter[] = [emulator, seed, project, faults, endpoints, testing, playwright, msw, cypress]
