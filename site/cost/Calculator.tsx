/** @jsxImportSource preact */
/**
 * The cost page's form, and what it answers. The build renders it to HTML, and site/client/cost.tsx
 * takes that over.
 */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { oauthProviders } from '../../src/api/oauthProviders.ts'
import { costOf, fetchTime, sum, totalTime, type Cost } from '../../src/tools/snippet/size.ts'
import type { EmbedChunk, EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { type Choice, configOf, forms, languageOf, objectionTo, providers, ways } from './choice.ts'
import { Code } from './Code.tsx'
import { type CostData, journeyOf } from './data.ts'
import { purposeOf } from './purposes.ts'
import { codeOf, commandOf } from './snippets.ts'

export interface CalculatorProps {
  choice: Choice
  data: CostData
}

const number = (value: number) => value.toLocaleString('en-US')
const duration = (ms: number) => (ms < 1000 ? `${number(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)

const Option = ({ value, isOn, children }: { value: string; isOn: boolean; children: ComponentChildren }) => (
  <label>
    <input type="checkbox" name="with" value={value} checked={isOn} />
    <span>{children}</span>
  </label>
)

const Providers = ({ names, selection }: { names: (typeof providers)['first']; selection: Choice['providers'] }) => (
  <div class="options">
    {names.map((name) => (
      <Option key={name} value={name} isOn={selection.includes(name)}>
        {oauthProviders[name]}
      </Option>
    ))}
  </div>
)

const Fields = ({ choice, data: { languages } }: CalculatorProps) => {
  const isFurther = choice.providers.some((name) => providers.others.includes(name))
  // It stays open for a visitor who takes the last one back.
  const [isOpen, setIsOpen] = useState(isFurther)
  if (isFurther && !isOpen) setIsOpen(true)
  return (
    <form id="choice" autocomplete="off" aria-label="What you offer">
      <fieldset>
        <legend>Ways to log in</legend>
        <div class="options">
          {(Object.keys(ways) as Choice['ways']).map((way) => (
            <Option key={way} value={way} isOn={choice.ways.includes(way)}>
              {ways[way]}
            </Option>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Buttons of providers</legend>
        <Providers names={providers.first} selection={choice.providers} />
        {choice.providers.includes('google') && (
          <div class="options">
            <Option value="one-tap" isOn={choice.oneTap}>
              Google One Tap, too
            </Option>
          </div>
        )}
        <details open={isOpen}>
          <summary>{providers.others.length} others</summary>
          <Providers names={providers.others} selection={choice.providers} />
        </details>
      </fieldset>
      <label class="language">
        <span>Language</span>
        <select name="language" value={choice.language}>
          {languages.map(([tag, name]) => (
            <option key={tag} value={tag} selected={tag === choice.language}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </form>
  )
}

const parts = { first: 'First screen', rest: 'After the first paint', later: 'While the visitor logs in, at most' } as const
type LoadStage = keyof typeof parts
const partNames = Object.keys(parts) as LoadStage[]

const Headline = ({ cost }: { cost: Cost }) => {
  const all = [...cost.first, ...cost.rest, ...cost.later]
  const row = (name: string, title: string, files: EmbedChunk[], time: number) => (
    <div key={name}>
      <dt>
        {name !== 'all' && <span class={`swatch ${name}`} />}
        {title}
      </dt>
      <dd>
        <strong>{number(sum(files, 'brotli'))}</strong> bytes
      </dd>
      <dd>{files.length > 0 ? `about ${duration(time)}` : ''}</dd>
    </div>
  )
  return (
    <dl class="headline">
      {partNames.map((part) => row(part, parts[part], cost[part], fetchTime(cost[part])))}
      {row('all', 'Total, at most', all, totalTime(cost))}
    </dl>
  )
}

interface Stripe {
  name: string
  bytes: number
}

/**
 * A bar of parts, one after the other. Lengths are attributes, because the page's policy allows no
 * inline style.
 */
const Bar = ({ stripes, most }: { stripes: Stripe[]; most: number }) => {
  const starts = stripes.map((_, at) => stripes.slice(0, at).reduce((start, { bytes }) => start + bytes, 0))
  const percent = (bytes: number) => `${((100 * bytes) / most).toFixed(2)}%`
  return (
    <svg class="bar" width="100%" height="18" aria-hidden="true">
      {stripes.map(({ name, bytes }, at) => (
        <rect key={name} class={name} x={percent(starts[at]!)} width={percent(bytes)} height="18" />
      ))}
    </svg>
  )
}

const Bars = ({ cost, choice, data }: CalculatorProps & { cost: Cost }) => {
  const journey = journeyOf(choice, data.journeys)
  const own = partNames.map((part) => ({ name: part, bytes: sum(cost[part], 'brotli') }))
  if (!journey) return <Bar stripes={own} most={data.most} />
  return (
    <>
      <p class="bar-name">Latchkey</p>
      <Bar stripes={own} most={data.most} />
      <p class="bar-name">The provider's SDK 6 with the same methods: first screen</p>
      <Bar stripes={[{ name: 'peer', bytes: journey.sdkBytes }]} most={data.most} />
      <p class="measured">
        Measured on a slow phone on {data.date}: usable after <strong>{duration(journey.ready)}</strong>. The provider's SDK 6 has{' '}
        {number(journey.sdkBytes)} bytes in its first screen, and is usable after {duration(journey.sdkReady)}.{' '}
        <a href="../report/">How this was measured</a>
      </p>
    </>
  )
}

const Files = ({ cost, chunks }: { cost: Cost; chunks: EmbedChunks }) => {
  const names = new Map(Object.entries(chunks).map(([name, chunk]) => [chunk, name]))
  const total = (title: string, files: EmbedChunk[]) => (
    <tr>
      <th scope="row">{title}</th>
      <td class="right">{number(sum(files, 'raw'))}</td>
      <td class="right">{number(sum(files, 'brotli'))}</td>
    </tr>
  )
  const atLoad = [...cost.first, ...cost.rest]
  return (
    // It scrolls in a narrow window, so it can be reached by keyboard.
    <div class="table" tabIndex={0} role="region" aria-label="Files">
      <table class="files">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="right">
              raw
            </th>
            <th scope="col" class="right">
              brotli
            </th>
          </tr>
        </thead>
        {partNames.map((part) => (
          <tbody key={part}>
            <tr>
              <th scope="rowgroup">
                <span class={`swatch ${part}`} />
                {parts[part]}
              </th>
              <td class="right">{number(sum(cost[part], 'raw'))}</td>
              <td class="right">{number(sum(cost[part], 'brotli'))}</td>
            </tr>
            {cost[part].map((file) => (
              <tr key={file.file}>
                <td>
                  <code>{names.get(file)}</code> <span>{purposeOf(names.get(file)!)}</span>
                </td>
                <td class="right">{number(file.raw)}</td>
                <td class="right">{number(file.brotli)}</td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          {total('Before any interaction', atLoad)}
          {total('Total, at most', [...atLoad, ...cost.later])}
        </tfoot>
      </table>
    </div>
  )
}

const notes: Record<Choice['as'], ComponentChildren> = {
  html: (
    <>
      Put it before your element, <code>{'<div id="login"></div>'}</code>, or directly after it. Every file has its hash, and what the first
      screen needs is preloaded.
    </>
  ),
  npm: 'Your bundler makes the files of your page from these, so theirs differ.',
  react:
    'The figures are those of the script tag. With React the widget runs on yours, and your bundler makes the files, so theirs differ.',
}

const CodeOfChoice = ({ choice, data: { chunks } }: CalculatorProps) => (
  <section aria-labelledby="cost-code">
    <h2 id="cost-code">The code</h2>
    <fieldset class="segments">
      <legend>Form of the code</legend>
      {(Object.keys(forms) as Choice['as'][]).map((form) => (
        <label key={form}>
          <input type="radio" name="as" value={form} form="choice" checked={form === choice.as} />
          <span>{forms[form]}</span>
        </label>
      ))}
    </fieldset>
    <p>{notes[choice.as]}</p>
    <Code language={choice.as === 'html' ? 'html' : 'typescript'} text={codeOf(choice, chunks)} label={forms[choice.as]} />
    {choice.as === 'html' && (
      <>
        <p>This prints the same, with your own token:</p>
        <Code language="bash" text={commandOf('snippet', choice)} label="Command that prints the code" />
      </>
    )}
  </section>
)

export const Calculator = (props: CalculatorProps) => {
  const { choice, data } = props
  const objection = objectionTo(choice)
  const cost = costOf(configOf(choice), data.chunks, languageOf(choice))
  return (
    <>
      <Fields {...props} />
      <div class="answer" aria-live="polite" aria-atomic="true">
        {objection ? <p class="objection">{objection}</p> : <Headline cost={cost} />}
      </div>
      {!objection && (
        <>
          <Bars {...props} cost={cost} />
          <section aria-labelledby="cost-files">
            <h2 id="cost-files">The files</h2>
            <Files cost={cost} chunks={data.chunks} />
            <p>This prints the same figures:</p>
            <Code language="bash" text={commandOf('size', choice)} label="Command that prints the figures" />
          </section>
          <CodeOfChoice {...props} />
        </>
      )}
    </>
  )
}
