/**
 * The documents of the repository that are pages of the site, in the order of the navigation. In
 * each section, generated pages come first.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/paths.ts'
import type { Section } from './page.ts'

/** A Markdown file, as a path in the repository, and the address of its page. */
export interface Document {
  file: string
  path: string
  section: Section
  /** Default: its first heading. */
  title?: string
  /** Its entry in the menu. Default: its title up to a colon. */
  label?: string
  /** Default: the first sentence of its first paragraph. */
  description?: string
}

/** The labels of guides whose titles are too long for the menu. */
const labels: Record<string, string> = {
  'custom-elements': 'Vue, Svelte, elements',
  'migration-changelog': "Stytch's SDK since 5.36",
  'social-sign-in': 'Social sign-in',
  'email-links': 'Email links',
  consent: 'Consent screens',
  server: 'Check a session',
  'content-security-policy': 'Content Security Policy',
}

const guides = (section: Section, ...names: string[]): Document[] =>
  names.map((name) => ({ file: `docs/guides/${name}.md`, path: `guides/${name}/`, section, label: labels[name] }))

const reports = (section: Section, ...names: string[]): Document[] =>
  names.map((name) => ({ file: `docs/reports/${name}.md`, path: `reports/${name}/`, section }))

/** Returns the other documents of a folder, as pages below that of its first one. */
const below = (folder: string, path: string, first: string): Document[] =>
  readdirSync(join(root, folder))
    .filter((name) => name !== first)
    .map((name) => ({ file: `${folder}/${name}`, path: `${path}${name.replace('.md', '')}/`, section: 'Project' }))

const project = (files: Record<string, string>): Document[] =>
  Object.entries(files).map(([name, file]) => ({ file, path: `project/${name}/`, section: 'Project' }))

export const documents: Document[] = [
  ...guides(
    'Get started',
    'compare',
    'your-own-server',
    'own-users',
    'supabase',
    'oidc-provider',
    'script-tag',
    'npm',
    'react',
    'custom-elements',
    'headless',
    'organizations',
    'migration',
    'migration-changelog',
  ),
  { file: 'examples/README.md', path: 'examples/', section: 'Get started' },
  ...guides('Screens', 'theming', 'languages', 'social-sign-in', 'passkeys', 'second-factor', 'account', 'email-links', 'consent'),
  ...guides('Production', 'server', 'keep-bots-away', 'content-security-policy', 'errors', 'doctor', 'going-live'),
  ...reports('Production', 'figures', 'browsers', 'accessibility'),
  ...guides('Tests', 'testing', 'emulator'),
  {
    file: 'README.md',
    path: 'project/readme/',
    section: 'Project',
    title: 'README',
    description: 'What Latchkey is and how to use it, on one page.',
  },
  ...project({
    changelog: 'CHANGELOG.md',
    security: 'SECURITY.md',
    decisions: 'docs/decisions/README.md',
    protocol: 'docs/internals/protocol.md',
    architecture: 'ARCHITECTURE.md',
    contributing: 'CONTRIBUTING.md',
    notices: 'THIRD-PARTY-NOTICES.md',
  }),
  ...below('docs/decisions', 'project/decisions/', 'README.md'),
  ...below('docs/internals', 'project/architecture/', 'protocol.md'),
]
