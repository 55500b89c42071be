import { firstCall, prerender, type FirstCallOptions, type PrerenderOptions } from '../../prerender/index.tsx'
import type { LoginConfig } from '../../ui/host/config.ts'
import { snippet } from '../snippet/snippet.ts'
import { command, UsageError } from './command.ts'
import { builtChunks, ownVersion } from './dist.ts'
import { configFrom, jsonFrom, languageFrom, oneOf, widgetOptions } from './optionValues.ts'

/** Renders the form. Some values cannot be prerendered, such as the language `auto`. */
const formFrom = (options: PrerenderOptions) => {
  try {
    return prerender(options)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Returns the script of the first call, if the client's addresses can be known here. */
const firstCallFrom = (options: FirstCallOptions) => {
  try {
    return firstCall(options)
  } catch {
    return undefined
  }
}

/** Returns the address of this version's files on a CDN. */
const onCdn = (cdn: string): string => {
  if (!URL.canParse(cdn) || new URL(cdn).protocol !== 'https:')
    throw new UsageError(`--cdn is the address of a CDN, such as https://cdn.jsdelivr.net, and not '${cdn}'.`)
  return `${cdn.replace(/\/+$/, '')}/npm/latchkey@${ownVersion()}/dist/embed/`
}

export const snippetCommand = command({
  usage: `--public-token public-token-live-... | --backend /auth [--config '{"products":["otp"]}'] [--language fr]`,
  says: 'Prints the script tag that mounts the widget, and preload links for everything that its first screen loads.',
  options: {
    'public-token': { type: 'string', says: "Your project's public token. Default: a placeholder." },
    backend: {
      type: 'string',
      says: 'Instead of a public token: the base URL of your own server, which answers the calls and keeps the sessions, such as /auth.',
    },
    ...widgetOptions,
    page: {
      type: 'string',
      says: 'consent: the page whose own module calls `mountIdentityProvider`. Prints what its question needs, and no script tag.',
    },
    element: { type: 'string', says: 'A selector of the element to mount in. Default: #login.' },
    base: { type: 'string', says: 'URL of dist/embed/ for the page. Default: /embed/.' },
    cdn: {
      type: 'string',
      says: 'Instead of --base: a CDN that serves packages of npm, such as https://cdn.jsdelivr.net. The tags name the files of this version there.',
    },
    'base-url': { type: 'string', says: 'Another base URL of the API.' },
    styles: { type: 'string', says: 'The styles of the widget: JSON, or the path of a JSON file.' },
    strings: { type: 'string', says: 'Replacements for its texts: JSON, or the path of a JSON file.' },
    when: { type: 'string', says: 'When the page loads it: load, idle, visible or click. Default: load.' },
    authenticate: {
      type: 'string',
      says: "What happens to a token in the page's URL: `off` leaves it to your page, `press` asks for a press before a link signs the visitor in, `on` finishes the log-in. Default: `on`; with --backend, `press` unless this browser asked for the link.",
    },
    nonce: { type: 'string', says: "The nonce of the page's Content Security Policy." },
    prerender: {
      type: 'boolean',
      says: 'Includes the element and the form as HTML, which the visitor sees before any script has loaded.',
    },
  },
  run({ values }) {
    const { 'public-token': publicToken, backend, element = '#login', base, 'base-url': baseUrl, nonce } = values
    if (values.cdn !== undefined && base !== undefined)
      throw new UsageError('--cdn and --base both say where the files are. Leave one out.')
    if (backend !== undefined && (publicToken !== undefined || baseUrl !== undefined))
      throw new UsageError('--backend names your own server. Leave out --public-token and --base-url, which name the provider.')
    const page = oneOf('page', ['consent'], values.page)
    const ofTheForm = (['config', 'styles', 'strings', 'language', 'when', 'authenticate', 'element', 'prerender'] as const).find(
      (name) => values[name] !== undefined,
    )
    if (page && ofTheForm)
      throw new UsageError(`--page ${page} has no form, so leave out --${ofTheForm}. Your own module says what it shows.`)
    const config = values.config === undefined ? undefined : configFrom(values.config)
    const language = languageFrom(values.language)
    const [styles, strings] = (['styles', 'strings'] as const).map((name) => values[name] && jsonFrom(name, values[name]))
    const options = {
      publicToken: backend === undefined ? (publicToken ?? 'public-token-live-...') : undefined,
      backend,
      element,
      page,
      base: values.cdn === undefined ? base?.replace(/\/?$/, '/') : onCdn(values.cdn),
      baseUrl,
      config,
      language,
      styles,
      strings,
      when: oneOf('when', ['load', 'idle', 'visible', 'click'], values.when),
      authenticate: oneOf('authenticate', ['off', 'press', 'on'], values.authenticate),
      nonce,
    }
    const call = firstCallFrom({ ...options, config: config as LoginConfig, ...(!page && { hasForm: true, isAfterTag: true }) })
    const form = values.prerender ? formFrom({ backend, config: config as LoginConfig, styles, strings, language, nonce }) : undefined
    console.log(snippet({ ...options, prerendered: form, firstCall: call }, builtChunks()))
  },
})
