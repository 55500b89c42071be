import { NextResponse, type NextRequest } from 'next/server'
import { answer } from './auth'

/** A link that this browser asked for signs in before a page with the form is sent. */
export const proxy = async (request: NextRequest) =>
  (await answer.land(request, request.nextUrl.pathname === '/' ? { page: '/account' } : {})) ?? NextResponse.next()

export const config = { matcher: ['/', '/consent'] }
