import { lookup } from 'node:dns'
import { request as sendRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isPrivateAddress, isPrivateHost } from './openid/privateAddresses.ts'

/**
 * Resolves a name, and refuses it if one of its addresses is private. The connection uses these
 * addresses, so the name cannot change its mind in between.
 */
export const publicOnly =
  (resolve: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, options, (error, address, family) => {
      const addresses: { address: string }[] = Array.isArray(address) ? address : [{ address }]
      if (!error && addresses.some((one) => isPrivateAddress(one.address))) callback(new Error(`${hostname} has a private address.`), '', 0)
      else callback(error, address, family)
    })

/** Statuses of answers that have no body. */
const bodiless = [204, 205, 304]

/**
 * Sends a GET with `https:` to a host on the public internet, and follows no redirects. Rejects if
 * the host, or an address of its name, is one of this machine or of a private network. For
 * `fetch_client_metadata` of an emulator.
 */
export const fetchPublic = (request: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { url, signal, headers } = request
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:' || isPrivateHost(hostname))
      return reject(new TypeError(`${url} is not a URL with https on the public internet.`))
    sendRequest(url, { signal, headers: Object.fromEntries(headers), lookup: publicOnly(lookup) }, (answer) => {
      const { statusCode: status = 0 } = answer
      const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      )
      resolve(new Response(bodiless.includes(status) ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers }))
    })
      .on('error', reject)
      .end()
  })
