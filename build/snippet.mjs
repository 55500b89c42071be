const escapes = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' }
const attribute = (name, value) => {
  // JSON reads best between single quotes, as the README writes it.
  const quote = value.includes('"') ? "'" : '"'
  return `${name}=${quote}${value.replace(/[&"'<>]/g, (c) => (c === quote || c === '&' || c === '<' ? escapes[c] : c))}${quote}`
}

const said = (name, value = {}) => (Object.keys(value).length === 0 ? [] : [attribute(`data-${name}`, JSON.stringify(value))])

/** Documented in snippet.d.mts. */
export function firstScreen({ products = ['emailMagicLinks'] }, chunks) {
  // The e-mail link form is inside widget.js, and what stands behind it comes after the first paint; "methods" arranges several (src/widget/Main.tsx).
  const others = products.filter((name) => name !== 'emailMagicLinks')
  const wanted = ['widget', ...(others.length ? ['methods', ...others] : [])].filter((name) => Object.hasOwn(chunks, name))
  return [...new Set(wanted.flatMap((name) => [chunks[name].file, ...chunks[name].imports]))]
}

/** Documented in snippet.d.mts. */
export function snippet(options, chunks) {
  const { publicToken, element, config = { products: ['emailMagicLinks'] }, styles, strings, base = '/embed/', baseUrl, when } = options
  const later = when && when !== 'load'
  const files = later ? [] : firstScreen(config, chunks)
  const integrity = Object.fromEntries(Object.values(chunks).map((chunk) => [chunk.file, chunk.integrity]))
  const script = [
    attribute('src', `${base}${chunks.embed.file}`),
    attribute('data-public-token', publicToken),
    attribute('data-element', element),
    attribute('data-config', JSON.stringify(config)),
    ...said('styles', styles),
    ...said('strings', strings),
    ...(baseUrl ? [attribute('data-base-url', baseUrl)] : []),
    ...(later ? [attribute('data-when', when)] : []),
    // of the widget, of its engine, of the table that says what its other chunks are, and of what waits for a moment
    attribute('data-integrity', [chunks.widget, chunks.engine, chunks.integrity, chunks.when].map(({ integrity }) => integrity).join(' ')),
    attribute('integrity', chunks.embed.integrity),
    'crossorigin',
    'async',
  ]
  return [
    ...files.map((file) => `<link rel="modulepreload" ${attribute('href', `${base}${file}`)} ${attribute('integrity', integrity[file])}>`),
    `<script ${script.join(' ')}></script>`,
  ].join('\n')
}
