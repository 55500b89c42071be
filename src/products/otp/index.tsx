export { otps } from '../../client/otps.ts'
export { OtpForm } from './OtpForm.tsx'
