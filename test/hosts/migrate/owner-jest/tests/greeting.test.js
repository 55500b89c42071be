import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { StytchProvider, useStytchUser } from '@stytch/react'
import { client } from '../src/client'
import { Greeting } from '../src/Greeting'

global.IS_REACT_ACT_ENVIRONMENT = true

jest.mock('@stytch/react', () => {
  const actual = jest.requireActual('@stytch/react')
  return {
    ...actual,
    StytchLogin: ({ config }) => <pre>{config.products.join()}</pre>,
    useStytchUser: jest.fn(actual.useStytchUser),
  }
})

const revoke = jest.fn()
const double = {
  user: { getInfo: () => ({ user: null, fromCache: false }) },
  session: { getInfo: () => ({ session: null, fromCache: false }), revoke },
  onStateChange: jest.fn(() => () => {}),
}

const show = () => {
  const parent = document.body.appendChild(document.createElement('div'))
  act(() =>
    createRoot(parent).render(
      <StytchProvider stytch={double}>
        <Greeting />
      </StytchProvider>,
    ),
  )
  return parent
}

test('a visitor is asked to log in with a code', () => {
  expect(show().textContent).toBe('otp')
})

test('a user is greeted by name', () => {
  useStytchUser.mockReturnValue({ user: { name: { first_name: 'Ada' } }, isInitialized: true, fromCache: false })
  expect(show().textContent).toBe('Sign out Ada')
})

test('a user can sign out', () => {
  show().querySelector('button').click()
  expect(revoke).toHaveBeenCalledTimes(1)
})

test('the client of the settings replaces the real one', () => {
  expect(client).toEqual({ publicToken: 'public-token-test-loyalty-card' })
})
