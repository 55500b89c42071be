/**
 * The command line: `latchkey dev` serves the emulator, the built widget and the playground; `latchkey snippet` prints the script tag for a
 * configuration, `latchkey size` prints its size, and `latchkey doctor` says what is wrong with a page.
 */
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DataFileError, openDataFile } from '../emulator/dataFile.ts'
import type { Emulator } from '../emulator/index.ts'
import { listen, ListenError, type Handler, type ListenOptions } from '../emulator/node.ts'
import { emulatorPaths } from '../emulator/paths.ts'
import { emulatorModule } from '../emulator/emulatorModule.ts'
import { migrate, NoSuchPath, NoTypeScript } from '../migrate/index.ts'
import { reportOf } from '../migrate/report.ts'
import { costOf, costText, unknownProducts, type SizedConfig } from '../snippet/size.ts'
import { prerender, type PrerenderOptions } from '../../prerender/index.tsx'
import { CommandError, runBeside } from './runBeside.ts'
import { snippet, type EmbedChunks } from '../snippet/snippet.ts'
import type { LoginConfig } from '../../ui/host/config.ts'
import { speaksLanguage, locales } from '../../ui/words/language.ts'

const help = `Usage: latchkey dev [--port 4100] [--host 127.0.0.1] [--data FILE] [-- COMMAND]
       latchkey snippet --public-token public-token-live-... [--config '{"products":["otp"]}'] [--language fr]
       latchkey size [--config '{"products":["otp"]}'] [--language fr]
       latchkey migrate [--dry] [FILE OR FOLDER ...]
       latchkey doctor URL [--json] [--production]

  dev       Serves the provider's API, which is emulated, and the playground. With a command, such as \`latchkey dev -- next dev\`, it runs your
            application beside it until one of the two ends, and sets STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL and what servers need for it.
  snippet   Prints the script tag that mounts the widget, and preload links for everything that its first screen loads.
  size      Lists the files that a configuration of the widget loads, when it loads them, and their bytes.
  migrate   Switches an application from the provider's SDK to Latchkey's drop-in entries, and says what it left. Default: the folder that you are in.
  doctor    Opens your page in Chromium, with the provider's API emulated, and says what is wrong with the widget there.

  --port          The port to listen on; 0 takes any free one. Default: the environment variable PORT, or else 4100. With a command,
                  PORT is the command's, and the default is 4100, or any free port if that is taken.
  --host          The address to bind to. Default: 127.0.0.1, which no other machine can reach.
  --data          A file that keeps users, organizations, sessions, settings and keys over restarts. Default: they end with the program.
  --allow-host    Another name or address of this machine, in URLs that lead to the emulator. Can be repeated.
  --allow-origin  An origin whose pages may use the emulator, its outbox included. Can be repeated. Default: those of this machine.
  --config        The config of mountLogin: JSON, or the path of a JSON file. Default: email links.
  --language      The language of the widget: fr, pt-BR, or auto. Default: English.
  --public-token  Your project's public token. Default: a placeholder.
  --element       A selector of the element to mount in. Default: #login.
  --base          URL of dist/embed/ for the page. Default: /embed/.
  --base-url      Another base URL of the API.
  --styles        The styles of the widget: JSON, or the path of a JSON file.
  --strings       Replacements for its texts: JSON, or the path of a JSON file.
  --when          When the page loads it: load, idle, visible or click. Default: load.
  --authenticate  What happens to a token in the page's URL: \`off\` leaves it to your page, \`press\` asks for a press before a link signs the visitor
                  in. Default: the widget finishes the log-in.
  --nonce         The nonce of the page's Content Security Policy.
  --prerender     Includes the element and the form as HTML, which the visitor sees before any script has loaded.
  --dry           Shows what \`migrate\` would change, and writes nothing.
  --json          Prints the doctor's report as JSON.
  --production    Lets the doctor judge compression and caching on a page of this machine too.
  --help          Prints this help.
  --version       Prints the version.`

/** The command or an option is wrong. The message says how. */
class UsageError extends Error {}

const dist = fileURLToPath(new URL('.', import.meta.url))

/** A release never changes a file with a hash in its name. Browsers revalidate all other files; the answer is usually 304. */
const cacheControl = (path: string) => (/\/c\/[^/]+\.[\w-]{6,}\.js$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Serves the files of a folder of dist/, below a path of the same name or at the root. */
const files = (folder: string, below = '') =>
  serveStatic({
    root: dist + folder,
    rewriteRequestPath: (path) => path.slice(below.length),
    onFound: (path, c) => c.header('Cache-Control', cacheControl(path)),
  })

/** The playground follows the rules under which the widget promises to work: no inline code or style, no HTML from strings. */
const strict = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    frameSrc: ["'self'"],
    imgSrc: ['http:', 'https:', 'data:'],
    formAction: ["'none'"],
    frameAncestors: ["'self'"],
    baseUri: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['latchkey'],
  },
  // Served over plain http, only to this machine.
  strictTransportSecurity: false,
})

/** Serves the emulator under its own paths and as a module for pages, the widget under /embed/, its translations under /strings/, and the playground at the root. */
const createDevApp = (emulator: Emulator) => {
  const app = new Hono()
  for (const path of emulatorPaths) app.all(path, (c) => emulator.fetch(c.req.raw))
  app.use(etag())
  // A page on another port can load the widget from here, and browsers fetch modules with CORS.
  for (const folder of ['embed', 'strings']) {
    app.use(`/${folder}/*`, cors())
    if (existsSync(dist + folder)) app.use(`/${folder}/*`, files(folder, `/${folder}`))
  }
  app.use(strict)
  app.get('/prerender.js', (c) =>
    c.body(readFileSync(`${dist}prerender/index.js`, 'utf8'), 200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }),
  )
  // The gallery loads it a hundred times, and browsers keep what they have compiled only of a file that they need not ask for again.
  app.get('/emulator.js', (c) =>
    c.body(emulatorModule(readFileSync(`${dist}emulator/index.cjs`, 'utf8')), 200, {
      'Content-Type': 'text/javascript',
      'Cache-Control': 'max-age=600',
    }),
  )
  const playground = existsSync(`${dist}playground`)
  // The links of a page start from its folder.
  app.get('/:folder{[a-z0-9/]*[a-z0-9]}', (c, next) =>
    existsSync(`${dist}playground/${c.req.param('folder')}/index.html`)
      ? Promise.resolve(c.redirect(`${c.req.path}/${new URL(c.req.url).search}`))
      : next(),
  )
  if (playground) app.use(files('playground'))
  app.notFound((c) => c.text(playground ? 'Not found' : 'The playground is not built. Run: npm run build', 404))
  // The error of a fault that drops the connection goes on to the server, which can do that.
  app.onError((error) => {
    throw error
  })
  return app
}

const portFrom = (text: string) => {
  const port = Number(text)
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`'${text}' is not a port. A port is a number from 0 to 65535.`)
  }
  return port
}

/** What a host's server and its page need to use the emulator. It accepts every public token of a test project. */
const variablesOf = ({ project_id, secret }: Emulator, url: string) => ({
  STYTCH_PROJECT_ID: project_id,
  STYTCH_SECRET: secret,
  STYTCH_PUBLIC_TOKEN: `public-token-test-${project_id.slice('project-test-'.length)}`,
  STYTCH_BASE_URL: url,
})

/** Keeps the state of the emulator in a file until the process ends. Returns the function to be called after every request. */
const keepState = (file: string, emulator: Emulator) => {
  const data = openDataFile(file, emulator, console.warn)
  process.once('exit', () => {
    if (!data.close()) process.exitCode = 1
  })
  return data.changed
}

/** Listens to the port. Without one, to 4100, or to any free port if that is taken. */
const listenSomewhere = (handler: Handler, { port, ...options }: ListenOptions) =>
  listen(handler, { ...options, port: port ?? 4100 }).catch((error) => {
    if (port !== undefined || error.cause?.code !== 'EADDRINUSE') throw error
    return listen(handler, { ...options, port: 0 })
  })

interface DevOptions extends ListenOptions {
  host: string
  data?: string
  /** The program to run beside the emulator, and its arguments. */
  command?: string[]
}

const dev = async ({ data, command, ...options }: DevOptions) => {
  // The other commands do not wait until it has loaded.
  const { createEmulator } = await import('../emulator/index.ts')
  const emulator = createEmulator()
  const { host } = options
  const app = createDevApp(emulator)
  const changed = data === undefined ? undefined : keepState(data, emulator)
  const fetch = async (request: Request) => {
    try {
      return await app.fetch(request)
    } finally {
      changed?.()
    }
  }
  const server = await listenSomewhere({ fetch, project: emulator.project }, { ...options, onRefusal: console.warn })
  const variables = variablesOf(emulator, server.url)
  const kept = data === undefined ? '' : `Users and sessions are kept in ${data}\n`
  if (command) {
    console.log(
      `Latchkey runs ${command[0]} with an emulated provider. Open the address that ${command[0]} prints.\nCodes and links arrive at ${server.url}/outbox/\n${kept}`,
    )
  } else {
    console.log(`Latchkey playground and emulator: ${server.url}
Codes and links arrive at ${server.url}/outbox/

The .env file of a server that uses this emulator:

${Object.entries(variables)
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}

${kept}Stop with Ctrl-C.`)
  }
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    console.warn('Anyone who can reach this address can read the outbox and sign in as anyone.')
  }
  const stop = () => {
    emulator.close()
    void server.close()
  }
  if (!command) return void process.once('SIGINT', stop).once('SIGTERM', stop).once('SIGHUP', stop)
  try {
    process.exitCode = await runBeside(command, variables)
  } finally {
    stop()
  }
}

/** Parses an option that is JSON or the path of a JSON file. */
const jsonFrom = (option: string, text: string) => {
  const inline = text.trimStart().startsWith('{')
  if (!inline && !existsSync(text)) throw new UsageError(`--${option} is '${text}', which is neither JSON nor a file.`)
  try {
    return JSON.parse(inline ? text : readFileSync(text, 'utf8'))
  } catch (error) {
    throw new UsageError(`--${option} is not JSON: ${(error as Error).message}`)
  }
}

const configFrom = (text: string): SizedConfig => {
  const config = jsonFrom('config', text)
  if (config?.products !== undefined && !Array.isArray(config.products)) throw new UsageError('products of --config is not a list.')
  const unknown = unknownProducts(config ?? {})
  if (unknown.length > 0) throw new UsageError(`--config names unknown products: ${unknown.join(', ')}.`)
  return config ?? {}
}

const languageFrom = (text: string | undefined) => {
  if (text && text !== 'auto' && !speaksLanguage(text))
    throw new UsageError(`--language is '${text}', which the widget does not speak. It speaks ${locales.join(', ')}, and auto.`)
  return text
}

/** Returns the value of an option that knows these values alone. */
const oneOf = <Value extends string>(option: string, values: readonly Value[], text: string | undefined): Value | undefined => {
  const found = values.find((value) => value === text)
  if (text !== undefined && !found) throw new UsageError(`--${option} is '${text}'. It is one of ${values.join(', ')}.`)
  return found
}

/** Reads the table that the build writes. */
const builtChunks = (): EmbedChunks => {
  const file = `${dist}embed/chunks.json`
  if (!existsSync(file)) throw new UsageError('The widget is not built. Run: npm run build')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The arguments of this program, and the command after `--`. */
const ownArguments = () => {
  const args = process.argv.slice(2)
  const end = args.indexOf('--')
  if (end < 0) return { args }
  if (end === args.length - 1) throw new UsageError('A command is missing after --.')
  return { args: args.slice(0, end), beside: args.slice(end + 1) }
}

const parse = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        language: { type: 'string' },
        'public-token': { type: 'string' },
        element: { type: 'string' },
        base: { type: 'string' },
        'base-url': { type: 'string' },
        styles: { type: 'string' },
        strings: { type: 'string' },
        when: { type: 'string' },
        authenticate: { type: 'string' },
        nonce: { type: 'string' },
        prerender: { type: 'boolean' },
        dry: { type: 'boolean' },
        json: { type: 'boolean' },
        production: { type: 'boolean' },
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    // The rest of the message is advice for values that begin with a dash, which no option accepts.
    throw new UsageError(`${(error as Error).message.split(/\.(?:\s|$)/)[0]}.`)
  }
}

/** Renders the form. Some values cannot be prerendered, such as the language `auto`. */
const formFrom = (options: PrerenderOptions) => {
  try {
    return prerender(options)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const ownVersion = (): string => JSON.parse(readFileSync(`${dist}../package.json`, 'utf8')).version

const main = async () => {
  const { args, beside } = ownArguments()
  const { values, positionals } = parse(args)
  const [command, ...rest] = positionals
  if (values.help || command === 'help') return console.log(help)
  if (values.version) return console.log(ownVersion())
  if (!command) throw new UsageError('A command is missing.')
  if (command === 'migrate' && !beside) {
    const { dry = false } = values
    return console.log(reportOf(migrate({ folder: process.cwd(), paths: rest, dry, version: ownVersion() }), dry))
  }
  if (command === 'doctor' && !beside) {
    // loaded only here: a server starts faster without it
    const { doctor } = await import('../doctor/index.ts')
    process.exitCode = await doctor({ words: rest, json: values.json, production: values.production }, builtChunks)
    return
  }
  if (!['dev', 'size', 'snippet'].includes(command) || rest.length > 0)
    throw new UsageError(`There is no command '${positionals.join(' ')}'.`)
  if (beside && command !== 'dev') throw new UsageError(`latchkey ${command} runs no command.`)
  if (command !== 'dev') {
    const config = values.config === undefined ? undefined : configFrom(values.config)
    const language = languageFrom(values.language)
    if (command === 'size') {
      const chunks = builtChunks()
      return console.log(costText(costOf(config ?? {}, chunks, language), chunks))
    }
    const { 'public-token': publicToken = 'public-token-live-...', element = '#login', base, 'base-url': baseUrl, nonce } = values
    const [styles, strings] = (['styles', 'strings'] as const).map((name) => values[name] && jsonFrom(name, values[name]))
    const options = {
      publicToken,
      element,
      base: base?.replace(/\/?$/, '/'),
      baseUrl,
      config,
      language,
      styles,
      strings,
      when: oneOf('when', ['load', 'idle', 'visible', 'click'], values.when),
      authenticate: oneOf('authenticate', ['off', 'press'], values.authenticate),
      nonce,
    }
    const prerendered = values.prerender ? formFrom({ config: config as LoginConfig, styles, strings, language, nonce }) : undefined
    return console.log(snippet({ ...options, prerendered }, builtChunks()))
  }
  await dev({
    host: values.host ?? '127.0.0.1',
    port: beside && values.port === undefined ? undefined : portFrom(values.port ?? process.env.PORT ?? '4100'),
    data: values.data,
    command: beside,
    allowHosts: values['allow-host'],
    allowOrigins: values['allow-origin'],
  })
}

try {
  await main()
} catch (error) {
  if (![UsageError, ListenError, DataFileError, CommandError, NoSuchPath, NoTypeScript].some((known) => error instanceof known)) throw error
  console.error(error instanceof UsageError ? `${error.message}\n\n${help}` : (error as Error).message)
  // 2: something has to be installed first
  process.exitCode = error instanceof NoTypeScript ? 2 : 1
}
