import { StytchProvider } from '@stytch/react'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom'
import { stytch } from '@/stytch'
import { SignedInOnly } from '@/SignedInOnly'
import { Authenticate } from '@/pages/Authenticate'
import { LogIn } from '@/pages/LogIn'

const Profile = lazy(() => import('@/pages/Profile'))

const router = createBrowserRouter([
  {
    element: (
      <Suspense fallback={<p>Loading</p>}>
        <Outlet />
      </Suspense>
    ),
    children: [
      { path: '/', element: <Navigate to="/profile" replace /> },
      { path: '/login', element: <LogIn /> },
      { path: '/authenticate', element: <Authenticate /> },
      { element: <SignedInOnly />, children: [{ path: '/profile', element: <Profile /> }] },
    ],
  },
])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StytchProvider stytch={stytch}>
      <RouterProvider router={router} />
    </StytchProvider>
  </StrictMode>,
)
