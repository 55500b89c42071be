/** Everything that `latchkey doctor` can find. docs/guides/doctor.md has the same table. */

/**
 * `error`: visitors cannot sign in, or lose something. `warning`: it works, but worse than it
 * should.
 */
export type Severity = 'error' | 'warning'

interface CodeRow {
  severity: Severity
  /** What the code means, in one sentence without the page's own names. */
  about: string
}

const error = (about: string): CodeRow => ({ severity: 'error', about })
const warning = (about: string): CodeRow => ({ severity: 'warning', about })

/** The codes, in the order of a report. A code keeps its meaning; a later version can add codes. */
export const codes = {
  'page.http': error('The page is not encrypted, so browsers refuse the session’s cookies, passkeys and signing.'),

  'csp.blocked': error('The page’s Content Security Policy blocks something that the widget needs.'),
  'csp.trusted_types': error('The page’s Trusted Types rules forbid the policy `latchkey`.'),

  'integrity.mismatch': error('A file of the widget does not match its hash on the page, so browsers do not run it.'),
  'integrity.stale_snippet': error('The snippet on the page is of another release than the files beside the loader.'),
  'integrity.missing': warning('The widget comes from another origin, and nothing on the page says which files are the right ones.'),
  'integrity.unchecked_link': error('A `modulepreload` link has no hash, although the script tag asks for hashes.'),

  'files.missing': error('A file of the widget cannot be loaded.'),
  'files.type': error('A file of the widget is not served as JavaScript, so browsers do not run it.'),
  'files.cors': error('A file of the widget is on another origin, which does not let this page load modules.'),

  'mount.none': error('No widget appears.'),
  'mount.no_element': error('The element for the widget is not on the page.'),
  'mount.twice': error('The page shows the same widget twice.'),
  'mount.script_twice': error('The script tag is on the page twice.'),
  'mount.two_versions': error('The page loads two copies of the widget’s code.'),
  'options.invalid': error('An option has a wrong name or a wrong value.'),

  'token.missing': error('The page has no public token.'),
  'token.placeholder': error('The public token is the placeholder of the documentation.'),
  'token.malformed': error('The public token does not have the form of one.'),
  'token.environment': error('The public token and the API are of different environments.'),

  'redirect.relative': error('A redirect URL is not absolute.'),
  'redirect.fragment': error('A redirect URL has a fragment, in front of which the token is lost or hidden.'),
  'redirect.insecure': error('A redirect URL is not encrypted.'),
  'redirect.origin': error('A redirect URL leads to another site, where the visitor’s session would be.'),
  'redirect.not_found': error('The page to which the link leads is not there.'),
  'redirect.query_lost': error('The server drops the token on the way to the page of the link.'),
  'redirect.token_stays': error('The page to which the link leads does not spend the token.'),

  'css.overflow': error('At 320 px, the widget is wider than the page.'),
  'css.hidden': error('The page’s styles hide a part of the widget.'),
  'css.control_size': error('The page’s styles make a control too small to press.'),
  'css.small_text': warning('A field has text below 16 px, so iOS zooms the page when a visitor touches it.'),
  'css.contrast': error('A text has too little contrast with what is behind it.'),

  'keyboard.unreachable': error('The Tab key does not reach a control.'),
  'keyboard.trap': error('The Tab key does not leave the widget.'),
  'keyboard.focus_hidden': error('A control looks the same with and without the focus.'),
  'keyboard.covered': error('Something of the page lies over a control.'),

  'autofill.attribute': error('A field has lost its `autocomplete`, so browsers and password managers do not fill it.'),
  'autofill.readonly': error('A field cannot be edited.'),
  'autofill.host_form': warning('The widget is inside a form of the page, whose fields password managers mix with its own.'),

  'layout.shift': warning('The page moves when the widget appears.'),

  'call.not_sent': error('Submitting the form sends no call.'),
  'call.refused': error('The provider refuses the first call.'),
  'fault.no_message': error('After a failed call, the visitor reads no message.'),
  'fault.text_lost': error('After a failed call, what the visitor typed is gone.'),
  'tabs.session': error('A visitor signs in in one tab, and another tab does not know.'),

  'server.raw_routes': error('Better Auth’s own routes are open beside the widget’s.'),
  'server.no_limits': error('Your server has no limits.'),
  'server.frames': warning('Other sites can show the consent page in a frame.'),
  'server.cookie_twice': error('Two session cookies of one name reach your server.'),

  'bytes.extra_files': warning('The page downloads files of the widget that this configuration does not need.'),
  'bytes.whole_bundle': warning('A bundle contains the whole widget in one file.'),
  'bytes.uncompressed': warning('Files of the widget are sent uncompressed.'),
  'bytes.uncached': warning('Browsers may not keep files of the widget that never change.'),

  'console.widget': error('The widget complains on the console.'),
  'console.page': warning('The page complains on the console.'),
} as const satisfies Record<string, CodeRow>

export type Code = keyof typeof codes

/** Something that is wrong with the page. */
export interface Finding {
  /** What it is, for programs. */
  code: Code
  /** How bad it is. It follows from the code. */
  severity: Severity
  problem: string
  /** A sentence about what to do. */
  fix: string
  /** Where: selectors, directives, URLs, messages. */
  evidence: string[]
}

/** Creates a finding, or none if there is no evidence. */
export const finding = (code: Code, evidence: readonly string[], problem: string, fix: string): Finding[] =>
  evidence.length === 0 ? [] : [{ code, severity: codes[code].severity, problem, fix, evidence: [...new Set(evidence)] }]
