/** What differs in the HTML of a page of the playground. */
interface PageHead {
  title: string
  description: string
  /** Whether it begins with the widget, which is loaded ahead then. */
  hasWidget?: boolean
}

/** The pages, by their folders. Each has a main.tsx, which renders into `#page`, and a main.css. */
const pages: Record<string, PageHead> = {
  '.': { title: 'Latchkey playground', description: 'Try the Latchkey widget against an emulated provider.', hasWidget: true },
  outbox: { title: 'Outbox - Latchkey emulator', description: 'The codes and links that the emulated provider has sent.' },
  app: {
    title: 'Sunny Notes, a third-party app',
    description: 'A third-party app that signs people in with their account at a host, against an emulated provider.',
  },
  agent: {
    title: 'Almanac, an agent',
    description:
      'An agent that asks for two tools of a server, against an emulated provider: allow one, see what it can do, and end its access.',
  },
  consent: {
    title: 'Your account: apps',
    description: "A host's page that asks its visitors whether an app may use their account, against an emulated provider.",
    hasWidget: true,
  },
  b2b: {
    title: 'Organizations - Latchkey playground',
    description: "Walk through the discovery of an organization with Latchkey's B2B client and an emulated provider.",
  },
  gallery: {
    title: 'Gallery - Latchkey playground',
    description: 'Every screen of the Latchkey widget, in the theme and language of your choice.',
  },
}

const html = (root: string, { title, description, hasWidget }: PageHead) => {
  const links = [
    `<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${root}main.css">`,
    ...(root === './' ? [] : ['<link rel="stylesheet" href="main.css">']),
    ...(hasWidget ? [`<link rel="modulepreload" href="${root}embed/widget.js">`] : []),
  ]
  return `<!doctype html>
<html lang="en" data-root="${root}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${description}">
    <title>${title}</title>
    ${links.join('\n    ')}
    <script type="module" src="main.js"></script>
  </head>
  <body>
    <div id="page"></div>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`
}

/** The HTML of each page, by its path. */
export const playgroundPages = Object.entries(pages).map(
  ([folder, head]) => [`${folder}/index.html`, html(folder === '.' ? './' : '../', head)] as const,
)
