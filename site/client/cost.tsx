/** @jsxImportSource preact */
// Takes the form of the cost page over, and keeps what the visitor chooses in the page's address.
import { hydrate, render } from 'preact'
import { Calculator } from '../cost/Calculator.tsx'
import { choiceIn, choiceOf, firstChoice, hashOf, type Choice } from '../cost/choice.ts'
import type { CostData } from '../cost/data.ts'

const place = document.querySelector<HTMLElement>('#calculator')!
const formChoice = () => choiceOf(new FormData(document.querySelector<HTMLFormElement>('#choice')!))

const response = await fetch(new URL('cost/data.json', import.meta.url))
const data = (await response.json()) as CostData

// What the visitor has chosen before this script loaded counts.
let choice: Choice = choiceIn(location.hash) ?? formChoice()
const show = (next: Choice) => {
  choice = next
  render(<Calculator choice={choice} data={data} />, place)
}
// The page's HTML shows the first choice, and only the same can be taken over.
hydrate(<Calculator choice={firstChoice} data={data} />, place)
show(choice)
place.addEventListener('input', () => {
  show(formChoice())
  history.replaceState(undefined, '', hashOf(choice))
})
place.addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', () => {
  const linkChoice = choiceIn(location.hash)
  if (linkChoice) show(linkChoice)
})
place.dataset.ready = ''
