import { useStytchSession, useStytchUser } from '@stytch/react'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { SignedInOnly } from './SignedInOnly'

vi.mock('@stytch/react', async () => ({
  ...(await vi.importActual<typeof import('@stytch/react')>('@stytch/react')),
  useStytchUser: vi.fn(),
  useStytchSession: vi.fn(),
}))

afterEach(cleanup)

const show = () =>
  render(
    <MemoryRouter initialEntries={['/profile']}>
      <Routes>
        <Route path="/login" element={<p>Log in first</p>} />
        <Route element={<SignedInOnly />}>
          <Route path="/profile" element={<p>Your profile</p>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )

const answer = (isSignedIn: boolean) => {
  vi.mocked(useStytchUser).mockReturnValue({
    user: isSignedIn ? { user_id: 'user-1' } : null,
    isInitialized: true,
    fromCache: false,
  } as never)
  vi.mocked(useStytchSession).mockReturnValue({
    session: isSignedIn ? { session_id: 'session-1' } : null,
    isInitialized: true,
    fromCache: false,
  } as never)
}

test('it sends a visitor to the log-in page', () => {
  answer(false)
  show()
  expect(screen.getByText('Log in first')).toBeTruthy()
})

test('it shows the page to somebody who is signed in', () => {
  answer(true)
  show()
  expect(screen.getByText('Your profile')).toBeTruthy()
})
