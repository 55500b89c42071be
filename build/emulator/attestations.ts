/**
 * Takes the place of SimpleWebAuthn's checks of attestations, which are a sixth of the emulator.
 * The emulator asks authenticators for none, so it believes a registration whatever an
 * authenticator says of itself. Nothing else reads certificates.
 */
const believe = async (): Promise<boolean> => true

const refuse = (): never => {
  throw new Error('The emulator reads no certificates')
}

/** A certificate of a maker of authenticators, which nobody reads. */
const certificate = ''

export {
  certificate as Apple_WebAuthn_Root_CA,
  certificate as GlobalSign_Root_CA,
  certificate as GlobalSign_Root_CA_R3,
  certificate as GlobalSign_Root_R46,
  certificate as Google_Hardware_Attestation_Root_1,
  certificate as Google_Hardware_Attestation_Root_2,
  certificate as Google_Hardware_Attestation_Root_3,
  certificate as Google_Hardware_Attestation_Root_4,
  refuse as MetadataService,
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
