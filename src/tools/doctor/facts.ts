/** What was seen on a page. It is plain data, from which the rules (rules/) make findings. */

export interface ScriptTag {
  /** The absolute URL of `src`. */
  src: string
  /** The value of `integrity`; empty if there is none. */
  integrity: string
  /** Whether it has `crossorigin`, with which browsers load it by CORS. */
  crossOrigin: boolean
  /** The `data-` attributes, as in `dataset`. */
  data: Record<string, string>
  /** Whether `data-element` selects an element of the page. */
  hasElement: boolean
}

/** A custom element of `latchkey/element`. */
export interface WidgetElement {
  /** Such as `latchkey-login`. */
  tag: string
  attributes: Record<string, string>
}

/** A link that loads a file ahead. */
export interface PreloadLink {
  href: string
  integrity: string
}

export interface MountedWidget {
  /**
   * The method that has mounted it, such as `mountLogin`; `component` for those of
   * `latchkey/react`.
   */
  method: string
  /** A selector of the element that it is in. */
  selector: string
}

/** A client on the page, as the clients themselves note it. */
export interface PageClient {
  publicToken: string
  /** The base URL of the API. */
  base: string
}

/** What the page's scripts and markup say. */
export interface Markup {
  /** The page's URL, after redirects. */
  url: string
  tags: ScriptTag[]
  elements: WidgetElement[]
  links: PreloadLink[]
  widgets: MountedWidget[]
  clients: PageClient[]
}

/** Something that the page's policy forbade. */
export interface Violation {
  /** Such as `connect-src` or `script-src-elem`. */
  directive: string
  /** What was blocked: a URL, `inline`, `eval`, `trusted-types-policy` or `trusted-types-sink`. */
  blockedUri: string
  /** The script that tried. */
  source: string
  /** The first characters of what was blocked, or the name of a policy. */
  sample: string
  /** The text of a blocked inline element. */
  text: string
  /** Whether the blocked element is in a widget. */
  inWidget: boolean
}

/** A file that the page has asked for. */
export interface LoadedFile {
  url: string
  /** The HTTP status; absent if there was no answer. */
  status?: number
  /** Why the browser did not load it, in its own words. */
  failure?: string
  /** The headers of the answer, by names in lower case. */
  headers: Record<string, string>
  /** `sha256`, `sha384` and `sha512` of its content in base64, if it came. */
  hashes?: Record<string, string>
  /** How many copies of the widget's first code it contains. */
  copies: number
  /** Whether it also contains code that the widget loads later. */
  holdsLaterCode: boolean
  /** The bytes of its content, uncompressed. */
  bytes: number
  /** The bytes of its body as sent. */
  encodedSize: number
}

/** Something on the console, or an uncaught error. */
export interface ConsoleLine {
  text: string
  /** The script that it came from, or the first one on its stack. */
  source: string
  isError: boolean
}

/** A call of the page to the provider's API. */
export interface ProviderCall {
  method: string
  /** The path below `/sdk/v1`. */
  path: string
  /** The URL of the API: everything before `/sdk/v1`. */
  base: string
  /** The public token that it names. */
  publicToken: string
  body: Record<string, unknown>
  /** The status of the emulator's answer; absent if the connection was dropped. */
  status?: number
  /** The `error_type` of the answer. */
  refusal?: string
}

/** A control of the widget, as it is painted. */
export interface Control {
  selector: string
  kind: 'field' | 'button' | 'link' | 'text'
  visible: boolean
  left: number
  right: number
  width: number
  height: number
  /** In px. */
  fontSize: number
  /** A selector of the page's element over it, if there is one. */
  coveredBy?: string
}

/** A text of the widget with too little contrast. */
export interface FaintText {
  selector: string
  text: string
  ratio: number
  requiredRatio: number
  scheme: 'light' | 'dark'
}

/** What the Tab key does. */
export interface TabWalk {
  unreachedControls: string[]
  /** The control that the Tab key does not leave. */
  trappedAt?: string
  hiddenFocus: string[]
}

/** A field of the first screen. */
export interface FieldFacts {
  selector: string
  type: string
  autocomplete: string
  readOnly: boolean
  disabled: boolean
  hostForm?: string
}

/** A fault, and what the visitor saw of it. */
export interface TroubleFacts {
  /** `429`, `502` or `offline`. */
  trouble: string
  message: string
  textKept: boolean
}

/** The page that a link leads to. */
export interface LinkFacts {
  url: string
  status?: number
  /** Where redirects of the server led, if the token was lost on the way. */
  lostAt?: string
  /** Whether the token was still in the URL when the time was up. */
  tokenStays: boolean
}

/** A cookie of the visitor's. */
export interface JarCookie {
  name: string
  /** With a dot in front if it also reaches subdomains. */
  domain: string
  path: string
}

/** What the servers of clients with a `backend` answer. */
export interface ServerFacts {
  /** URLs at which Better Auth answers past the bridge. */
  rawRoutes: string[]
  unlimited: string[]
  /** Whether a server is not on this machine, so that its limits were not tried. */
  isElsewhere: boolean
}

/** Everything that was seen. What is undefined has not been checked. */
export interface Facts extends Markup {
  /**
   * Whether the page is judged as one that visitors use: it is not of this machine, or
   * `--production` says so.
   */
  production: boolean
  /** The headers of the page's document, by names in lower case. */
  headers?: Record<string, string>
  cookies: JarCookie[]
  server?: ServerFacts
  violations: Violation[]
  files: LoadedFile[]
  lines: ConsoleLine[]
  calls: ProviderCall[]
  /** The sum of the layout shifts while the widget appeared (Layout Instability, `value`). */
  shift: number
  /** The controls at 1280 px. */
  wide: Control[]
  /** The controls at 320 px. */
  narrow: Control[]
  faint: FaintText[]
  fields: FieldFacts[]
  walk?: TabWalk
  /** Whether submitting the form sent a call. */
  submitted?: boolean
  troubles: TroubleFacts[]
  link?: LinkFacts
  /** Whether another tab knew of the log-in. */
  otherTabKnows?: boolean
}
