import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLoopback } from '../../api/loopback.ts'
import { DataFileError, openDataFile } from '../emulator/state/dataFile.ts'
import type { Emulator } from '../emulator/index.ts'
import { fetchPublic, listen, type Handler, type ListenOptions } from '../emulator/node.ts'
import { type OwnVariable, variablesReadIn } from './applicationVariables.ts'
import { command, UsageError } from './command.ts'
import { createDevApp } from './devServer.ts'
import { linkOnTheWay } from './links.ts'
import { localCertificate } from './localCertificate.ts'
import { runBeside } from './runBeside.ts'

const portFrom = (text: string) => {
  const port = Number(text)
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`'${text}' is not a port. A port is a number from 0 to 65535.`)
  }
  return port
}

const redirectUrlFrom = (text: string | undefined) => {
  if (text === undefined || (URL.canParse(text) && /^https?:/.test(text))) return text
  throw new UsageError(`--redirect-url is '${text}', which is no http(s) URL.`)
}

/**
 * Returns the variables with which a host's server and page use the emulator. It accepts every
 * public token of a test project.
 */
const variablesOf = ({ project_id, secret }: Emulator, url: string): Record<OwnVariable, string> => ({
  STYTCH_PROJECT_ID: project_id,
  STYTCH_SECRET: secret,
  STYTCH_PUBLIC_TOKEN: `public-token-test-${project_id.slice('project-test-'.length)}`,
  STYTCH_BASE_URL: url,
})

/**
 * Keeps the state of the emulator in a file until the process ends. Returns the function to be
 * called after every request.
 */
const keepState = (file: string, emulator: Emulator) => {
  const link = linkOnTheWay(process.cwd(), file)
  if (link) throw new DataFileError(`${link} is a symbolic link. Name the file that it leads to.`)
  const data = openDataFile(file, emulator, console.warn)
  process.once('exit', () => {
    if (!data.close()) process.exitCode = 1
  })
  return data.scheduleSave
}

/** Listens to the port. Without one, to 4100, or to any free port if that is taken. */
const listenSomewhere = (handler: Handler, { port, ...options }: ListenOptions) =>
  listen(handler, { ...options, port: port ?? 4100 }).catch((error) => {
    if (port !== undefined || error.cause?.code !== 'EADDRINUSE') throw error
    return listen(handler, { ...options, port: 0 })
  })

/** What is said where a host's code gives the provider's SDK for Node an address. */
const needsHttps = "The provider's SDK for Node refuses addresses without https: run `latchkey dev --https`."

/** Returns whether the application in a folder has the provider's SDK for Node. */
const usesServerSdk = (folder: string) => {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return 'stytch' in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}

interface DevOptions extends Omit<ListenOptions, 'https'> {
  host: string
  /** Whether it is served over TLS, with a certificate of its own for localhost. */
  isSecure?: boolean
  data?: string
  /** Whether the documents of apps are fetched from the public internet. */
  fetchesClientMetadata?: boolean
  /** The program to run beside the emulator, and its arguments. */
  beside?: string[]
  /** Where links lead if a call does not say. */
  redirectUrl?: string
}

const serve = async ({ data, beside, fetchesClientMetadata, isSecure, redirectUrl, ...options }: DevOptions) => {
  // The other commands do not wait until it has loaded.
  const { createEmulator } = await import('../emulator/index.ts')
  const emulator = createEmulator(fetchesClientMetadata ? { fetch_client_metadata: fetchPublic } : {})
  const { host } = options
  const app = createDevApp(emulator)
  const scheduleSave = data === undefined ? undefined : keepState(data, emulator)
  // after the file, whose settings are older
  if (redirectUrl !== undefined) emulator.project({ default_redirect_url: redirectUrl })
  const fetch = async (request: Request) => {
    try {
      return await app.fetch(request)
    } finally {
      scheduleSave?.()
    }
  }
  const https = isSecure ? await localCertificate() : undefined
  const server = await listenSomewhere({ fetch, project: emulator.project }, { ...options, https, onRefusal: console.warn })
  const own = variablesOf(emulator, server.url)
  const read = variablesReadIn(process.cwd())
  const itsOwn = Object.fromEntries([...read].map(([name, meaning]) => [name, own[meaning]]))
  // what Node reads once, when it starts
  const certificate = https && { NODE_EXTRA_CA_CERTS: resolve(https.file) }
  /** What the application has no name for. */
  const extras = Object.fromEntries(Object.entries(own).filter(([name]) => ![...read.values()].includes(name as OwnVariable)))
  const others = [...read.keys()].filter((name) => !Object.hasOwn(own, name))
  const dataLine = data === undefined ? '' : `Users and sessions are kept in ${data}\n`
  if (beside) {
    if (!https && usesServerSdk(process.cwd())) console.warn(needsHttps)
    console.log(
      `Latchkey runs ${beside[0]} with an emulated provider. Open the address that ${beside[0]} prints.\nCodes and links arrive at ${server.url}/outbox/\n${others.length > 0 ? `Set for the names that this application reads: ${others.join(', ')}\n` : ''}${dataLine}`,
    )
  } else {
    console.log(`Latchkey playground and emulator: ${server.url}
Codes and links arrive at ${server.url}/outbox/

The .env file of ${read.size > 0 ? 'the application in this folder, by the names that it reads' : 'an application that uses this emulator, its pages and its server'}:

${Object.entries({ ...itsOwn, ...extras, ...certificate })
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}

In its pages:     new StytchUIClient(token, { customBaseUrl: '${server.url}' })
On its server:    ${https ? `new stytch.Client({ project_id, secret, custom_base_url: '${server.url}' })` : needsHttps}

${dataLine}Stop with Ctrl-C.`)
  }
  if (!isLoopback(host) && host !== '::1') {
    console.warn('Anyone who can reach this address can read the outbox and sign in as anyone.')
  }
  const stop = () => {
    emulator.close()
    void server.close()
  }
  if (!beside) return void process.once('SIGINT', stop).once('SIGTERM', stop).once('SIGHUP', stop)
  try {
    process.exitCode = await runBeside(beside, { ...own, ...itsOwn, ...certificate })
  } finally {
    stop()
  }
}

export const devCommand = command({
  usage: '[--port 4100] [--host 127.0.0.1] [--data FILE] [--https] [--redirect-url URL] [--client-urls] [-- COMMAND]',
  says: "Serves the provider's API, which is emulated, and the playground. With a command, such as `latchkey dev -- next dev`, it runs your application beside it until one of the two ends, and sets STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL and what servers need for it, also under the names that your files read, such as VITE_STYTCH_PUBLIC_TOKEN.",
  options: {
    port: {
      type: 'string',
      says: "The port to listen on; 0 takes any free one. Default: the environment variable PORT, or else 4100. With a command, PORT is the command's, and the default is 4100, or any free port if that is taken.",
    },
    host: { type: 'string', says: 'The address to bind to. Default: 127.0.0.1, which no other machine can reach.' },
    data: {
      type: 'string',
      says: 'A file that keeps users, organizations, sessions, settings and keys over restarts. Default: they end with the program.',
    },
    https: {
      type: 'boolean',
      says: 'Serves https, with a certificate of its own for localhost, which is kept in your own cache, such as ~/.cache/latchkey/. A command trusts it if it runs on Node; a browser asks once. Default: http.',
    },
    'redirect-url': {
      type: 'string',
      says: 'Where links lead if a call does not say: http://localhost:5173/authenticate. Default: the page that made the call.',
    },
    'client-urls': {
      type: 'boolean',
      says: 'Lets apps use the URL of a document about themselves as their client id, as agents do, and fetches it from the public internet. Default: the emulator does not use the network.',
    },
    'allow-host': {
      type: 'string',
      multiple: true,
      says: 'Another name or address of this machine, in URLs that lead to the emulator. Can be repeated.',
    },
    'allow-origin': {
      type: 'string',
      multiple: true,
      says: 'An origin whose pages may use the emulator, its outbox included. Can be repeated. Default: those of this machine.',
    },
  },
  takesCommand: true,
  run: ({ values, beside }) =>
    serve({
      host: values.host ?? '127.0.0.1',
      port: beside && values.port === undefined ? undefined : portFrom(values.port ?? (process.env.PORT || '4100')),
      data: values.data,
      isSecure: values.https,
      fetchesClientMetadata: values['client-urls'],
      beside,
      redirectUrl: redirectUrlFrom(values['redirect-url']),
      allowHosts: values['allow-host'],
      allowOrigins: values['allow-origin'],
    }),
})
