/**
 * The cost page: what a configuration of the widget costs a visitor, as `latchkey size` computes
 * it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { journeys } from '../../bench/journeys.ts'
import { latchkeyOn, medianOf, sdkOn, sizeOf } from '../../bench/report/figures.ts'
import { markdownTable } from '../../bench/report/markdown.ts'
import type { Results } from '../../bench/results.ts'
import { dist, root } from '../../build/paths.ts'
import { costOf, fetchTime, sum } from '../../src/tools/snippet/size.ts'
import type { LoadedConfig } from '../../src/widget/loading.ts'
import type { EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { locales } from '../../src/ui/words/language.ts'
import type { Page } from '../page.ts'
import { Calculator } from './Calculator.tsx'
import { choiceOf, configOf, firstChoice, providers, ways } from './choice.ts'
import type { CostData } from './data.ts'

const json = async <Content>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Content
const number = (value: number) => value.toLocaleString('en-US')

/** A language's name in that language. */
const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag)!

const everything = choiceOf(
  new URLSearchParams({ with: [...Object.keys(ways), ...providers.first, ...providers.others, 'one-tap'].join() }),
)

const bytesOf = (config: LoadedConfig, chunks: EmbedChunks, language?: string) => {
  const { first, rest, later } = costOf(config, chunks, language)
  return sum([...first, ...rest, ...later], 'brotli')
}

const dataOf = (chunks: EmbedChunks, results: Results): CostData => ({
  chunks,
  languages: [...locales.map((tag) => [tag, nameOf(tag)] as const), ['auto', 'The visitor’s own'] as const],
  journeys: journeys.flatMap((journey) => {
    const [own, sdk] = [latchkeyOn(results, journey), sdkOn(results, journey)]
    const [ready, sdkReady] = [medianOf(own, 'ready'), medianOf(sdk, 'ready')]
    return ready && sdkReady && sdk?.first
      ? [{ config: journey.config, ready: Math.round(ready), sdkReady: Math.round(sdkReady), sdkBytes: sdk.first }]
      : []
  }),
  date: results.environment?.date ?? '',
  most: Math.max(...locales.map((tag) => bytesOf(configOf(everything), chunks, tag))),
})

const usual = (chunks: EmbedChunks) =>
  markdownTable({
    head: [
      'you offer',
      'first screen',
      'after the first paint',
      'while the visitor logs in, at most',
      'total, at most',
      'first screen, ms',
    ],
    rows: journeys
      .filter(({ language }) => !language)
      .map(({ name, config }) => {
        const { first, rest, later } = costOf(config, chunks)
        const bytes = [first, rest, later, [...first, ...rest, ...later]].map((files) => number(sum(files, 'brotli')))
        return [name, ...bytes, number(fetchTime(first))]
      }),
  })

/** What French, which every journey was measured in, adds to a first screen at most. */
const frenchAdds = (chunks: EmbedChunks) =>
  Math.max(
    ...journeys.map(({ config }) => {
      const [english, french] = [undefined, 'fr'].map((language) => sum(costOf(config, chunks, language).first, 'brotli'))
      return french! - english!
    }),
  )

/** The consent screens, and the code that they share with all screens after the first. */
const consent = (chunks: EmbedChunks) => {
  const files = [chunks.idp!.file, ...chunks.idp!.imports]
  return sum(
    Object.values(chunks).filter((chunk) => files.includes(chunk.file) && chunk !== chunks.widget),
    'brotli',
  )
}

const others = (chunks: EmbedChunks, results: Results) =>
  markdownTable({
    head: ['what a page loads', 'bytes'],
    rows: [
      ['[consent screens](consent.md) for other apps, on top of the widget', number(consent(chunks))],
      ...[
        ['[the client without screens](headless.md), at once', 'headless, every part, at once'],
        ['[the client for organizations](organizations.md), at once', 'b2b, at once'],
        ['[`latchkey/react`](react.md) with the email form, React not counted', 'react with the email form, React not counted'],
      ].flatMap(([title, budget]) => {
        const size = sizeOf(results, budget!)
        return size ? [[title!, number(size)]] : []
      }),
    ],
  })

const markdown = (chunks: EmbedChunks, results: Results) => `# What it costs your visitors

Choose what your log-in form offers, to see what a visitor downloads, when, and how long that takes. The figures are those of \`npx latchkey size\`.

## Usual configurations

Bytes, each file compressed with brotli, in English. Another language adds some texts: French adds ${number(frenchAdds(chunks))} bytes to a first screen at most.

${usual(chunks)}

## Consent, organizations and your own screens

${others(chunks, results)}

The first row is computed from the files of the script tag; the others are from the [report](../../bench/REPORT.md).

## What the figures mean

- **First screen**: what the page loads before a visitor can use the form. The snippet preloads all of it, so that takes one round trip after the page itself.
- **After the first paint**: what follows without any action. A visitor who does nothing downloads this and the first screen.
- **While the visitor logs in**: at most. Some of it loads with the first touch, some with the call, some only after a mistake. Phone numbers are counted for a visitor in the US, and \`auto\` for one who reads English.
- **Times** are estimates for slow 4G (1.6 Mbps, 150 ms), of the fetching alone. The [report](../../bench/REPORT.md) has measured times, on a slow phone, next to other widgets.
`

/** Puts the form below the first paragraph. */
const withCalculator = (html: string, data: CostData) => {
  const calculator = renderToString(h(Calculator, { choice: firstChoice, data }))
  return html.replace(
    '</p>\n',
    () =>
      `</p>\n<div class="calculator" id="calculator">${calculator}</div>\n<noscript><p>To choose, you need JavaScript. This is what the usual configurations cost.</p></noscript>\n`,
  )
}

export const costPages = async (folder: string): Promise<Page[]> => {
  const [chunks, results] = await Promise.all([
    json<EmbedChunks>(join(dist, 'embed/chunks.json')),
    json<Results>(join(root, 'bench/results.json')),
  ])
  const data = dataOf(chunks, results)
  await mkdir(join(folder, 'cost'), { recursive: true })
  await writeFile(join(folder, 'cost/data.json'), JSON.stringify(data))
  return [
    {
      path: 'cost/',
      title: 'What it costs your visitors',
      description: 'Choose ways to log in, and see what a visitor downloads, when, and how long that takes, with the code to copy.',
      markdown: markdown(chunks, results),
      section: 'Try it',
      complete: (html) => withCalculator(html, data),
      files: ['cost.css', 'cost.js'],
    },
  ]
}
