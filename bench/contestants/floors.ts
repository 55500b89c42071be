/**
 * The floors, which no widget can beat: a form without any script, and the smallest form on Preact
 * and its React layer.
 */
import { bundleTag, hostPage } from '../page.ts'
import type { Contestant } from './contestant.ts'

export const html: Contestant = {
  id: 'html',
  name: 'HTML form, no script',
  kind: 'floor',
  methods: '-',
  page: () => hostPage({ login: '<form><label>Email <input type="email" name="email" required></label> <button>Continue</button></form>' }),
}

export const preactForm: Contestant = {
  id: 'floor',
  name: 'one-field form on preact/compat',
  kind: 'floor',
  methods: '-',
  package: 'preact',
  source: `import { useState } from 'preact/compat'
    import { createRoot } from 'preact/compat/client'
    import { createElement } from 'preact/compat'
    function Form() {
      const [email, setEmail] = useState('')
      return createElement('form', { onSubmit: (event) => event.preventDefault() },
        createElement('input', { type: 'email', name: 'email', 'aria-label': 'Email', required: true, value: email, onChange: (event) => setEmail(event.target.value) }),
        createElement('button', null, 'Continue'))
    }
    createRoot(document.getElementById('login')).render(createElement(Form))`,
  page: () => hostPage({ scripts: bundleTag }),
}
