import type { Fault } from './emulator.ts'

const badGateway = { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' }

/** The failures of the provider that a visitor can choose. `faults` is sent to the emulator. */
export const simulatedFailures: { name: string; about: string; faults: Fault[] }[] = [
  { name: 'Healthy', about: 'Everything answers', faults: [] },
  { name: 'Code endpoint down', about: 'Codes cannot be verified', faults: [{ route: 'POST /otps/authenticate', ...badGateway }] },
  { name: 'Slow network', about: 'Every call takes 2 s longer', faults: [{ route: '* *', delay_ms: 2000 }] },
  { name: 'All 502', about: 'Every call is answered with HTML', faults: [{ route: '* *', ...badGateway }] },
  { name: 'Offline', about: 'Every connection is dropped', faults: [{ route: '* *', drop: true }] },
]
