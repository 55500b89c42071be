/** A package of others that dist/ holds. */
export interface Carried {
  name: string
  version: string
  /** By SPDX. */
  licences: string[]
  texts: string[]
}

/** The CycloneDX document. */
export interface Bill {
  components: object[]
}

/** Each file below dist/ to the files that it holds, paths below the checkout. */
export const contents: () => Promise<Record<string, string[]>>
/** Rejects when something is not built. */
export const billOfMaterials: () => Promise<Bill>
export const packagesOf: (bill: Bill) => Carried[]
/** What speaks against carrying these packages, a sentence each. */
export const objections: (packages: Carried[]) => string[]
/** The text of THIRD-PARTY-NOTICES.md. */
export const notices: (bill: Bill, held: Record<string, string[]>) => string
