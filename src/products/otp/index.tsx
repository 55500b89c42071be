/** The forms of Main that send a code. */
export { otps } from '../../client/namespaces/otps.ts'
export { phoneReader } from './phone/phoneReader.ts'
export { OtpForm } from './OtpForm.tsx'
