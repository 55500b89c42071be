/**
 * Starts a page of the playground on the site: first the worker that is its provider, then the page
 * itself.
 */
import { NoWorker, startWorker } from './worker.ts'

const folder = new URL(document.documentElement.dataset.root!, location.href)

const say = (message: string) => {
  const note = document.createElement('main')
  note.className = 'no-worker'
  const alert = document.createElement('div')
  alert.role = 'alert'
  const title = document.createElement('h1')
  title.textContent = 'This page cannot run here'
  const reason = document.createElement('p')
  reason.textContent = message
  const instead = document.createElement('p')
  const command = document.createElement('code')
  command.textContent = 'npx latchkey dev'
  instead.append('Or run ', command, ', which serves the same pages from your own machine.')
  const back = document.createElement('a')
  back.href = String(new URL('../', folder))
  back.textContent = 'Back to the documentation'
  alert.append(title, reason, instead)
  note.append(alert, back)
  document.body.replaceChildren(note)
}

try {
  const ask = await startWorker(folder)
  await import(String(new URL('main.js', location.href)))
  ask('keep the files')
} catch (error) {
  if (!(error instanceof NoWorker)) throw error
  say(error.message)
}
