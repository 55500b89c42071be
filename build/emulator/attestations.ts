/**
 * Takes the place of SimpleWebAuthn's checks of attestations, which are a sixth of the emulator. The emulator asks authenticators for none, so it believes a registration whatever an
 * authenticator says of itself. Nothing else reads certificates.
 */
const believe = async (): Promise<boolean> => true

const refuse = (): never => {
  throw new Error('The emulator reads no certificates')
}

export {
  believe as verifyAttestationAndroidKey,
  believe as verifyAttestationAndroidSafetyNet,
  believe as verifyAttestationApple,
  believe as verifyAttestationFIDOU2F,
  believe as verifyAttestationPacked,
  believe as verifyAttestationTPM,
  refuse as convertX509PublicKeyToCOSE,
  refuse as getCertificateInfo,
  refuse as isCertRevoked,
  refuse as validateCertificatePath,
}
