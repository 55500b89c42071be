/** Stands for the client in tests. */
export class StytchHeadlessClient {
  constructor(publicToken) {
    this.publicToken = publicToken
  }
}
