import '../../built/all.ts'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type EmbedChunks, snippet } from '../../../src/tools/snippet/snippet.ts'
import { inAll } from '../../harness/everything.ts'
import { until } from '../../harness/turns.ts'
import { accepts, otherAddresses } from '../emulator/addresses.ts'
import { PT } from '../emulator/visitor.ts'
import { rejection } from '../../harness/rejection.ts'
import { serve } from '../../harness/listening.ts'

const { firstCall } = (await import(new URL('../../../dist/prerender/index.js', import.meta.url).href)) as Pick<
  typeof import('../../../src/prerender/index.tsx'),
  'firstCall'
>

/** Tests the released program, so `npm run build` comes first. */
const test = suite('latchkey, the program')
const testInAll = inAll(test)
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const program = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

const run = (args: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) => {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, PORT: undefined, ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    output.stdout += data
  })
  child.stderr.on('data', (data) => {
    output.stderr += data
  })
  const exit = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }))
  })
  return { child, ended: exit, output }
}

/** Starts `latchkey dev` and waits for the URL that it prints. */
const dev = async (args: string[], env?: NodeJS.ProcessEnv, cwd?: string) => {
  const service = run(['dev', ...args], env, cwd)
  const url = await Promise.race([
    new Promise<string>((resolve) =>
      service.child.stdout.on('data', () => {
        const match = /https?:\/\/[^\s/]+/.exec(service.output.stdout)
        if (match) resolve(match[0])
      }),
    ),
    service.ended.then(({ stderr }) => {
      throw new Error(stderr)
    }),
  ])
  return { ...service, url }
}

test.before(() => assert.ok(existsSync(program), 'run npm run build first'))

test('dev serves the emulator, and the built files with their types, until Ctrl-C', async () => {
  const { child, ended: exit, url } = await dev(['--port', '0'])
  assert.match(url, /^http:\/\/localhost:\d+$/)
  const bootstrap = await fetch(`${url}/sdk/v1/projects/bootstrap/${PT}`)
  assert.is((await bootstrap.json()).data.vertical, 'CONSUMER')
  assert.equal(await (await fetch(`${url}/_emulator/outbox`)).json(), [])
  const locationOf = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).headers.get('location')
  assert.is(await locationOf('/outbox?a=1'), '/outbox/?a=1')
  for (const path of ['//outbox', '///outbox', '//consent?a'])
    assert.is(new URL((await locationOf(path)) ?? '/', url + path).origin, url, `${path} leads to no other host`)
  assert.is((await (await fetch(`${url}/.well-known/jwks.json`)).json()).keys.length, 1)

  for (const path of ['/telemetry.js', '/recaptcha/enterprise.js', '/gsi/client', '/clientside-services/service.js']) {
    assert.match((await fetch(url + path)).headers.get('content-type')!, /^text\/javascript/, path)
  }

  const widget = await fetch(`${url}/embed/widget.js`)
  if (existsSync(new URL('../../../dist/embed/widget.js', import.meta.url))) {
    assert.is(widget.status, 200)
    assert.match(widget.headers.get('content-type')!, /^text\/javascript/)
    assert.is(widget.headers.get('cache-control'), 'no-cache')
    assert.is(widget.headers.get('access-control-allow-origin'), '*')
    const again = await fetch(`${url}/embed/widget.js`, { headers: { 'If-None-Match': widget.headers.get('etag')! } })
    assert.is(again.status, 304)
  }
  assert.is((await fetch(`${url}/emulator.js`)).headers.get('cache-control'), 'max-age=600')
  const page = await fetch(`${url}/`)
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self'/)
  assert.match(policy, /require-trusted-types-for 'script'/)
  assert.not.match(policy, /unsafe/)
  assert.is(page.headers.get('x-content-type-options'), 'nosniff')
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/embed/..%2f..%2fpackage.json', '/nope.js']) {
    assert.is((await fetch(url + path)).status, 404, path)
  }

  child.kill('SIGINT')
  assert.is((await exit).code, 0)
})

testInAll('dev fetches documents of apps only if it is told to, and none of this machine', async () => {
  for (const options of [[], ['--client-urls']]) {
    const { child, ended: exit, url } = await dev(['--port', '0', ...options])
    try {
      const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()
      assert.is(metadata.client_id_metadata_document_supported, options.length > 0)
      const { session_token } = await (
        await fetch(`${url}/_emulator/sign_in`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"email":"ada@example.com"}',
        })
      ).json()
      const answer = await fetch(`${url}/sdk/v1/idp/oauth/authorize/start`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${PT}:${session_token}`)}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          client_id: 'https://localhost/app.json',
          redirect_uri: 'https://a.example/',
          response_type: 'code',
          scopes: [],
        }),
      })
      const { error_type } = await answer.json()
      assert.is(error_type, options.length > 0 ? 'connected_app_misconfigured_client' : 'connected_app_not_found')
    } finally {
      child.kill('SIGINT')
      await exit
    }
  }
})

testInAll('dev serves what an OpenID client reads, and every URL in it', async () => {
  const { child, ended: exit, url } = await dev(['--port', '0'])
  try {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const answer = await fetch(`${url}/.well-known/${name}`)
      assert.is(answer.status, 200, name)
      const metadata: Record<string, unknown> = await answer.json()
      assert.is(metadata.issuer, url)
      // The other endpoints are the consent page, which belongs to the playground.
      for (const field of ['token_endpoint', 'userinfo_endpoint', 'introspection_endpoint', 'revocation_endpoint', 'jwks_uri']) {
        const method = /userinfo|jwks/.test(field) ? 'GET' : 'POST'
        assert.is.not((await fetch(metadata[field] as string, { method })).status, 404, field)
      }
    }
  } finally {
    child.kill('SIGINT')
    await exit
  }
})

test('dev prints the .env file of a server, which works with it as it is', async () => {
  const { child, ended: exit, url, output } = await dev(['--port', '0'])
  const { STYTCH_PROJECT_ID, STYTCH_SECRET, STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL, ...others } = Object.fromEntries(
    [...output.stdout.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  )
  assert.equal(others, {})
  assert.is(STYTCH_BASE_URL, url)
  const answer = await fetch(`${STYTCH_BASE_URL}/v1/sessions?user_id=user-test-1`, {
    headers: { Authorization: `Basic ${btoa(`${STYTCH_PROJECT_ID}:${STYTCH_SECRET}`)}` },
  })
  assert.is((await answer.json()).error_type, 'user_not_found')
  assert.is((await fetch(`${url}/v1/sessions/jwks/${STYTCH_PROJECT_ID}`)).status, 200)
  assert.is((await fetch(`${url}/sdk/v1/projects/bootstrap/${STYTCH_PUBLIC_TOKEN}`)).status, 200)
  child.kill('SIGINT')
  await exit
})

test('dev prints the .env file by the names that the application in its folder reads, and ours only for what it has no name for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'))
  writeFileSync(join(folder, 'app.ts'), 'import.meta.env.VITE_STYTCH_PUBLIC_TOKEN + process.env.PROJECT_SECRET')
  try {
    const { child, ended: exit, output } = await dev(['--port', '0'], {}, folder)
    const names = [...output.stdout.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    assert.equal(names, ['PROJECT_SECRET', 'VITE_STYTCH_PUBLIC_TOKEN', 'STYTCH_PROJECT_ID', 'STYTCH_BASE_URL'])
    child.kill('SIGINT')
    await exit
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('dev --redirect-url says where links lead if a call does not', async () => {
  const wrong = await run(['dev', '--port', '0', '--redirect-url', 'localhost:5173']).ended
  assert.equal([wrong.code, /--redirect-url is 'localhost:5173', which is no http\(s\) URL/.test(wrong.stderr)], [1, true])
  const { child, ended: exit, url, output } = await dev(['--port', '0', '--redirect-url', 'http://localhost:5173/in'])
  const variables = Object.fromEntries([...output.stdout.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
  const response = await fetch(`${url}/v1/magic_links/email/login_or_create`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${variables.STYTCH_PROJECT_ID}:${variables.STYTCH_SECRET}`)}`,
      'Content-Type': 'application/json',
    },
    body: '{"email":"ada@example.com"}',
  })
  assert.is(response.status, 200)
  const messages = await (await fetch(`${url}/_emulator/outbox`)).text()
  assert.match(messages, 'http://localhost:5173/in?')
  child.kill('SIGINT')
  await exit
})

test("dev --https: the provider's SDK trusts its certificate by `custom_base_url`, and the next start has the same one", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-https-'))
  const cache = join(folder, 'cache')
  const certificates: string[] = []
  try {
    for (const host of ['localhost', '127.0.0.1']) {
      const { child, ended: exit, url, output } = await dev(['--https', '--port', '0'], { XDG_CACHE_HOME: cache }, folder)
      assert.match(url, /^https:\/\/localhost:\d+$/)
      const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(output.stdout)?.[1]
      assert.is(of('STYTCH_BASE_URL'), url)
      const NODE_EXTRA_CA_CERTS = of('NODE_EXTRA_CA_CERTS')!
      certificates.push(readFileSync(NODE_EXTRA_CA_CERTS, 'utf8'))
      const askFrom = (env: NodeJS.ProcessEnv) => {
        const script = `const { Client } = require(${JSON.stringify(join(repository, 'node_modules/stytch'))})
          const custom_base_url = ${JSON.stringify(url.replace('localhost', host))}
          new Client({ project_id: '${of('STYTCH_PROJECT_ID')}', secret: '${of('STYTCH_SECRET')}', custom_base_url }).users
            .create({ email: 'ada@example.com' }).then(({ user }) => console.log(user.emails[0].email), (error) => console.log(error.error_type ?? error.message))`
        return new Promise<string>((resolve) => {
          const server = spawn(process.execPath, ['-e', script], { env: { ...process.env, ...env } })
          let text = ''
          server.stdout.on('data', (data) => (text += data))
          server.on('close', () => resolve(text.trim()))
        })
      }
      assert.is(await askFrom({ NODE_EXTRA_CA_CERTS }), 'ada@example.com')
      assert.is.not(await askFrom({ NODE_EXTRA_CA_CERTS: undefined }), 'ada@example.com', 'who does not trust it is not served')
      child.kill('SIGINT')
      await exit
    }
    assert.is(certificates[0], certificates[1])
    assert.is(statSync(join(cache, 'latchkey/localhost.key')).mode & 0o077, 0)
    assert.equal(readdirSync(folder), ['cache'], 'nothing is kept in the folder of the project')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without https, dev names the option where the code of a server reads its address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sdk-'))
  try {
    const alone = await dev(['--port', '0'], undefined, folder)
    await until(() => alone.output.stdout.includes('Stop with Ctrl-C'), 'the whole text')
    assert.match(alone.output.stdout, /On its server: .* run `latchkey dev --https`/)
    assert.not.match(alone.output.stdout, /custom_base_url: 'http:/)
    alone.child.kill('SIGINT')
    await alone.ended
    for (const [dependencies, isNamed] of [
      [{ stytch: '12.0.0' }, true],
      [{ '@stytch/nextjs': '21.0.0' }, false],
    ] as const) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
      const { stderr } = await run(['dev', '--port', '0', '--', process.execPath, '-e', ''], undefined, folder).ended
      assert.is(stderr.includes('run `latchkey dev --https`'), isNamed)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

testInAll('by default, only this machine reaches dev, at 127.0.0.1', async () => {
  const { child, ended: exit, url } = await dev(['--port', '0'])
  for (const address of otherAddresses()) assert.not.ok(await accepts(url, address), address)
  assert.ok(await accepts(url, '127.0.0.1'))
  child.kill('SIGTERM')
  await exit
})

testInAll('dev uses PORT, and --port overrides it', async () => {
  const [first, second] = [await dev([], { PORT: '0' }), await dev(['--port', '0'], { PORT: 'nonsense' })]
  for (const { child, ended: exit } of [first, second]) {
    child.kill('SIGTERM')
    assert.is((await exit).code, 0)
  }
})

test('dev refuses other pages, prints how to allow them, and then answers them', async () => {
  const from = (url: string, Origin: string) => fetch(`${url}/_emulator/outbox`, { headers: { Origin } })
  const strict = await dev(['--port', '0'])
  assert.is((await from(strict.url, 'https://app.test')).status, 403)
  await until(() => /--allow-origin https:\/\/app\.test/.test(strict.output.stderr))
  const open = await dev([
    '--port',
    '0',
    '--allow-origin',
    'https://app.test',
    '--allow-origin',
    'https://b.test',
    '--allow-host',
    'c.test',
  ])
  for (const origin of ['https://app.test', 'https://b.test', 'http://c.test:3000']) assert.is((await from(open.url, origin)).status, 200)
  for (const { child, ended: exit } of [strict, open]) {
    child.kill('SIGTERM')
    await exit
  }
  const { code, stderr } = await run(['dev', '--port', '0', '--allow-origin', 'app.test']).ended
  assert.is(code, 1)
  assert.match(stderr, /^'app\.test' is not an origin, such as https:\/\/app\.test\.\n$/)
})

testInAll('dev --data keeps a session over a restart and a crash, and one program at a time uses the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
  const data = join(folder, 'data.json')
  const signIn = async (url: string, email: string) =>
    (await (await fetch(`${url}/_emulator/sign_in`, { method: 'POST', body: JSON.stringify({ email }) })).json()).session_token as string
  const isKnown = async (url: string, token: string) =>
    (await fetch(`${url}/sdk/v1/users/me`, { headers: { Authorization: `Basic ${btoa(`${PT}:${token}`)}` } })).status === 200
  const args = ['--port', '0', '--data', data]

  const first = await dev(args)
  assert.match(first.output.stdout, `Users and sessions are kept in ${data}`)
  const token = await signIn(first.url, 'ada@example.com')
  const rival = await run(['dev', ...args]).ended
  assert.is(rival.code, 1)
  assert.match(rival.stderr, /^Another program uses [^\n]*data\.json\. [^\n]*\n$/)
  first.child.kill('SIGTERM')
  assert.is((await first.ended).code, 0)
  assert.equal(readdirSync(folder), ['data.json'])

  const second = await dev(args)
  assert.ok(await isKnown(second.url, token))
  const later = await signIn(second.url, 'bob@example.com')
  await until(() => readFileSync(data, 'utf8').includes(later))
  second.child.kill('SIGKILL')
  await second.ended

  const third = await dev(args)
  for (const session of [token, later]) assert.ok(await isKnown(third.url, session))
  const last = await signIn(third.url, 'eve@example.com')
  third.child.kill('SIGINT')
  await third.ended
  assert.match(readFileSync(data, 'utf8'), last, 'written at the end')
  writeFileSync(data, readFileSync(data, 'utf8').slice(0, 500))
  const cut = await run(['dev', ...args]).ended
  assert.is(cut.code, 1)
  assert.match(cut.stderr, /^[^\n]*data\.json is damaged: it is not complete JSON\. The file is unchanged[^\n]*\n$/)
  rmSync(folder, { recursive: true })
})

testInAll('a fault that drops reaches the browser as a dropped connection', async () => {
  const { child, ended: exit, url } = await dev(['--port', '0'])
  await fetch(`${url}/_emulator/faults`, { method: 'PATCH', body: JSON.stringify([{ route: '* *', drop: true }]) })
  const outcome = await rejection(fetch(`${url}/sdk/v1/users/me`))
  assert.instance(outcome, TypeError)
  child.kill('SIGINT')
  await exit
})

test('a taken port is reported in one line', async () => {
  const { port, close } = await serve(() => {})
  const { code, stderr } = await run(['dev', '--port', String(port)]).ended
  await close()
  assert.is(code, 1)
  assert.match(stderr, new RegExp(`^Port ${port} is taken\\. [^\\n]+\\n$`))
})

/** Prints its environment and waits; a signal ends it. */
const application = [process.execPath, '-e', 'console.log(JSON.stringify(process.env)); setInterval(() => {}, 60_000)']
const environmentIn = (text: string) => /^\{.*\}$/m.exec(text)?.[0]

test('dev -- COMMAND runs an application beside the emulator, with its variables, until Ctrl-C', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, ended: exit, url, output } = await dev(['--port', '0', '--', ...application])
    const variables = JSON.parse(await until(() => environmentIn(output.stdout)))
    assert.is(variables.STYTCH_BASE_URL, url)
    assert.match(
      output.stdout,
      /^Latchkey runs .* with an emulated provider\. Open the address that .* prints\.\nCodes and links arrive at /,
    )
    assert.is((await fetch(/\S+\/outbox\/$/m.exec(output.stdout)![0])).status, 200)
    const { STYTCH_PROJECT_ID: id, STYTCH_SECRET: secret, STYTCH_PUBLIC_TOKEN: token } = variables
    const headers = { Authorization: `Basic ${btoa(`${id}:${secret}`)}` }
    assert.is((await (await fetch(`${url}/v1/sessions?user_id=user-test-1`, { headers })).json()).error_type, 'user_not_found')
    assert.is((await fetch(`${url}/sdk/v1/projects/bootstrap/${token}`)).status, 200)
    child.kill(signal)
    assert.is((await exit).code, 0)
    assert.instance(await fetch(url).catch((error) => error), TypeError)
  }
})

testInAll('dev -- COMMAND ends with the command, and with its exit code', async () => {
  const { code } = await run(['dev', '--port', '0', '--', process.execPath, '-e', 'process.exit(3)']).ended
  assert.is(code, 3)
  const { code: missing, stderr } = await run(['dev', '--port', '0', '--', 'no-such-program']).ended
  assert.is(missing, 1)
  assert.match(stderr, /^no-such-program could not be started: [^\n]+\n$/)
})

testInAll(
  'dev -- COMMAND leaves PORT to the command, and takes a free port if 4100 is taken, but not if another that you name is',
  async () => {
    const other = createServer()
    // Whoever has it, it is taken.
    await new Promise<void>((resolve) => other.once('error', () => resolve()).listen(4100, '127.0.0.1', resolve))
    const { child, ended: exit, url, output } = await dev(['--', ...application], { PORT: '3999' })
    assert.is.not(url, 'http://localhost:4100')
    assert.is(JSON.parse(await until(() => environmentIn(output.stdout))).PORT, '3999')
    child.kill('SIGTERM')
    await exit
    const refusal = await run(['dev', '--port', '4100', '--', ...application]).ended
    assert.is(refusal.code, 1)
    assert.match(refusal.stderr, /^Port 4100 is taken\. /)
    assert.is(refusal.stdout, '', 'the command has not run')
    other.close()
  },
)

test('typing mistakes are named, with the usage', async () => {
  for (const [args, message] of [
    [[], /^A command is missing\./],
    [['nope'], /^There is no command 'nope'\./],
    [['dev', 'extra'], /^There is no command 'dev extra'\./],
    [['dev', '--port', 'abc'], /^'abc' is not a port\./],
    [['dev', '--port', '70000'], /^'70000' is not a port\./],
    [['dev', '--prot', '1'], /--prot/],
    [['dev', '--'], /^A command is missing after --\./],
    [['size', '--', 'vite'], /^latchkey size runs no command\./],
    [['dev', '--nonce', 'x'], /^latchkey dev has no option --nonce, which is one of latchkey snippet\./],
    [
      ['doctor', '--language=fr', 'https://a.test'],
      /^latchkey doctor has no option --language, which is one of latchkey snippet and latchkey size\./,
    ],
    [['--dry', 'size'], /^latchkey size has no option --dry, which is one of latchkey migrate\./],
  ] as const) {
    const { code, stderr } = await run([...args]).ended
    assert.is(code, 1, args.join(' '))
    assert.match(stderr, message)
    const command = ['dev', 'size', 'doctor'].find((name) => (args as readonly string[]).includes(name))
    assert.match(stderr, `\n\nUsage: latchkey ${command ?? 'dev'} `)
  }
})

testInAll('--help shows the usage', async () => {
  const { code, stdout } = await run(['--help']).ended
  assert.is(code, 0)
  assert.match(stdout, /^Usage: latchkey dev \[--port 4100\] \[--host 127\.0\.0\.1\]/)
  for (const option of ['--port', '--prerender', '--dry', '--json', '--help']) assert.match(stdout, `\n  ${option} `)
  assert.ok(stdout.split('\n').every((line) => line.length <= 140))
  const { stdout: ofMigrate } = await run(['migrate', '--help']).ended
  assert.match(ofMigrate, /^Usage: latchkey migrate \[--dry\]/)
  assert.match(ofMigrate, '--dry')
  assert.not.match(ofMigrate, '--port')
})

testInAll('it prints its version, and names unknown options', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
  assert.is((await run(['--version']).ended).stdout, `${version}\n`)
  const { code, stderr } = await run(['dev', '--prot', '80']).ended
  assert.is(code, 1)
  assert.match(stderr, /^Unknown option '--prot'\.\n/)
})

test('snippet prints the script tag of a configuration and a language, with its preloads', async () => {
  const config = '{"products":["otp"],"otpOptions":{"methods":["sms"]}}'
  const { code, stdout } = await run([
    'snippet',
    '--public-token',
    'public-token-test-x',
    '--config',
    config,
    '--language',
    'fr-CA',
    '--base',
    '/x/',
    '--authenticate',
    'press',
  ]).ended
  assert.is(code, 0)
  const chunks = JSON.parse(readFileSync(new URL('../../../dist/embed/chunks.json', import.meta.url), 'utf8'))
  const expected = snippet(
    {
      publicToken: 'public-token-test-x',
      element: '#login',
      config: JSON.parse(config),
      language: 'fr',
      base: '/x/',
      authenticate: 'press',
      firstCall: firstCall({ publicToken: 'public-token-test-x', authenticate: 'press', isAfterTag: true }),
    },
    chunks,
  )
  assert.is(stdout, `${expected}\n`)
  assert.match(stdout, `href="/x/${chunks['widget.fr'].file}"`)
  assert.match(stdout, ' data-language="fr" ')
  assert.match(stdout, ' data-authenticate="press" ')
})

test('snippet --cdn names every file of this version at a CDN of npm packages, with its hash', async () => {
  const { stdout } = await run(['snippet', '--cdn', 'https://cdn.example/']).ended
  const files = [...stdout.matchAll(/(?:src|href)="([^"]+)"[^>]*? integrity="(sha384-[^"]+)"/g)].map(
    ([, url, hash]) => [url!, hash!] as const,
  )
  assert.ok(files.length >= 2)
  const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
  const chunks: EmbedChunks = read('dist/embed/chunks.json')
  const { version } = read('package.json') as { version: string }
  const hashes = new Map(Object.values(chunks).map(({ file, integrity }) => [file, integrity]))
  for (const [url, hash] of files) {
    assert.ok(url.startsWith(`https://cdn.example/npm/latchkey@${version}/dist/embed/`), url)
    assert.is(hash, hashes.get(url.split('/dist/embed/')[1]!))
  }
})

testInAll('snippet --prerender prints the element with the form in it, its style and the hashes of both', async () => {
  const { code, stdout } = await run([
    'snippet',
    '--element',
    '#enter',
    '--prerender',
    '--language',
    'fr',
    '--styles',
    '{"logo":{"logoImageUrl":"/l.png"}}',
  ]).ended
  assert.is(code, 0)
  assert.match(stdout, /^<!-- .* -->\n<style>@layer latchkey/)
  assert.match(stdout, /<div id="enter"><div data-latchkey="mountLogin">.* lang="fr".*<script>.*<\/script><\/div>\n<link /s)
  assert.match(stdout, /style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='/)
  const chunks = JSON.parse(readFileSync(new URL('../../../dist/embed/chunks.json', import.meta.url), 'utf8'))
  assert.match(stdout, `href="/embed/${chunks.kit.file}"`, 'the logo is drawn by the kit')
})

for (const args of [
  [],
  ['--backend', '/auth', '--language', 'ar'],
  ['--when', 'visible'],
  ['--when', 'click'],
  ['--prerender'],
  ['--prerender', '--when', 'idle'],
  ['--prerender', '--config', '{"products":["passwords"],"enableShadowDOM":true}'],
  ['--page', 'consent'],
])
  testInAll(`snippet ${args.join(' ')} begins with the hash of every style and script in it, and of nothing else`, async () => {
    const { stdout } = await run(['snippet', ...args]).ended
    const [first = ''] = /^<!-- Content-Security-Policy: .* -->\n/.exec(stdout) ?? []
    const inline = [...stdout.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/gs)].map(
      ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
    )
    assert.equal((first.match(/'sha256-[^']+'/g) ?? []).sort(), inline.sort())
  })

testInAll('size includes a language', async () => {
  const { code, stdout } = await run(['size', '--language', 'fr']).ended
  assert.is(code, 0)
  assert.match(stdout, /First screen.*\n {2}embed .*\n {2}widget .*\n {2}widget\.fr +[\d,]+ +\d{3}\n/)
  assert.match(stdout, '  widget-later.fr ')
})

for (const [args, message] of [
  [['snippet', '--language', 'sv'], "--language is 'sv', which the widget does not speak."],
  [['snippet', '--when', 'soon'], "--when is 'soon'."],
  [['snippet', '--page', 'login'], "--page is 'login'."],
  [['snippet', '--page', 'consent', '--config', '{}'], '--page consent has no form, so leave out --config.'],
  [['snippet', '--cdn', 'cdn.example'], "--cdn is the address of a CDN, such as https://cdn.jsdelivr.net, and not 'cdn.example'."],
  [['snippet', '--cdn', 'http://cdn.example'], "and not 'http://cdn.example'."],
  [['snippet', '--cdn', 'https://cdn.example', '--base', '/embed/'], '--cdn and --base both say where the files are. Leave one out.'],
  [['snippet', '--authenticate', 'yes'], "--authenticate is 'yes'. It is one of off, press, on."],
  [['snippet', '--prerender', '--language', 'auto'], "The language 'auto' is known only in the visitor's browser."],
  [['snippet', '--prerender', '--element', 'main'], 'A prerendered form needs an element with an id'],
  [['snippet', '--prerender', '--config', '{"products":["passkeys"]}'], 'Cannot use Passkeys by itself'],
  [['snippet', '--styles', 'nowhere.json'], "--styles is 'nowhere.json', which is neither JSON nor a file."],
] as const) {
  testInAll(`${args.join(' ')} is refused`, async () => {
    const { code, stderr } = await run([...args]).ended
    assert.is(code, 1)
    assert.match(stderr, message)
  })
}

test.run()
