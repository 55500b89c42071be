import { LatchkeyClient } from '/embed/widget.js'

const client = new LatchkeyClient({ backend: '/auth' })
const { email } = document.querySelector('main').dataset
const status = document.querySelector('[role=status]')

/** Runs a change when a form is submitted, and says how it went. */
const onSubmit = (form, change) =>
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const result = await change(Object.fromEntries(new FormData(form))).catch((error) => error)
    status.textContent = result instanceof Error ? result.message : 'Saved.'
  })

onSubmit(document.querySelector('#name'), ({ name }) => {
  const [first_name, ...rest] = name.trim().split(/\s+/)
  return client.user.update({ name: { first_name, last_name: rest.join(' ') } })
})
onSubmit(document.querySelector('#password'), (fields) =>
  client.passwords.resetByExistingPassword({
    email,
    existing_password: fields.existing,
    new_password: fields.new,
    session_duration_minutes: 60,
  }),
)
document.querySelector('#log-out').addEventListener('click', async () => {
  await client.session.revoke()
  location.assign('/')
})
